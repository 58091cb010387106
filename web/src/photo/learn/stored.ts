/** The browser's database of confirmed photos and of the layer adapted to them. It is never sent. */
import { storedText, storeText } from '../../device/stored';
import type { LastLayer } from '../reading';
import type { Sample } from './refit';

/** The tiles of a confirmed photo. The photo itself is not stored. */
export interface Photo {
  /** A hash of the features. */
  readonly id: number;
  readonly samples: readonly Sample[];
}

export interface Learnt {
  /** A hash of the weights that computed the features. */
  readonly reader: number;
  /** The last photos, the oldest one first. */
  readonly photos: readonly Photo[];
  /** The adapted layer, or null while the published one reads as well. */
  readonly layer: LastLayer | null;
}

export const PHOTOS = 12;
export const TILES = 1500;

const KEY = 'tilerummy.learn';
const STORE = 'learnt';
const ALL = 'photos';
const LAYER = 'layer';

/** Return whether the user has allowed this browser to adapt its reader. */
export const learns = (): boolean => storedText(KEY) === 'on';
export const setLearns = (on: boolean): boolean => storeText(KEY, on ? 'on' : null);

/** Add a photo, or replace it if it is known. The oldest photos are dropped, and all photos for other weights. */
export function withPhoto(learnt: Learnt | null, reader: number, photo: Photo): Learnt {
  const same = learnt?.reader === reader ? learnt : { reader, photos: [], layer: null };
  const all = [...same.photos.filter(({ id }) => id !== photo.id), photo].slice(-PHOTOS);
  let tiles = 0;
  const first = all.findLastIndex(({ samples }) => (tiles += samples.length) > TILES);
  return { ...same, photos: all.slice(first + 1) };
}

/** Return the photos and the adapted layer, or null. */
export const learnt = (): Promise<Learnt | null> => change((old) => old);

/** Return the adapted layer for these weights, or null. */
export const adaptedLayer = (reader: number): Promise<LastLayer | null> =>
  inStore('readonly', async (store) => {
    const found = await done<Adapted | undefined>(store.get(LAYER));
    return found?.reader === reader ? found.layer : null;
  });

export const forget = async (): Promise<void> => void (await change(() => null));

/** Replace the content in one step, even if other tabs also do so. Returns the new one. */
export const change = (how: (old: Learnt | null) => Learnt | null): Promise<Learnt | null> =>
  inStore('readwrite', async (store) => {
    const photos = await done<Pick<Learnt, 'photos'> | undefined>(store.get(ALL));
    const layer = await done<Adapted | undefined>(store.get(LAYER));
    const old = photos && layer ? { ...photos, ...layer } : null;
    const now = how(old);
    if (now === old) return now;
    await done(store.clear());
    if (!now) return now;
    await done(store.put({ photos: now.photos }, ALL));
    await done(store.put({ reader: now.reader, layer: now.layer } satisfies Adapted, LAYER));
    return now;
  });

/** Stored apart from the photos, because it is needed for every reading. */
type Adapted = Pick<Learnt, 'reader' | 'layer'>;

async function inStore<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const opening = indexedDB.open(KEY);
  opening.onupgradeneeded = () => void opening.result.createObjectStore(STORE);
  const database = await done(opening);
  try {
    const transaction = database.transaction(STORE, mode);
    // a worker may be ended once it has responded, so wait until all is written
    const written = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('the database is full'));
    });
    const [result] = await Promise.all([use(transaction.objectStore(STORE)), written]);
    return result;
  } finally {
    database.close();
  }
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database cannot be used'));
  });
}
