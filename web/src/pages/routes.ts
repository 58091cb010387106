/** The pages by their paths. */

export type Route =
  | { page: 'home' | 'new' | 'rules' | 'house' | 'legal' | 'privacy' | 'verify' | 'lost' }
  | { page: 'table'; room: string }
  | { page: 'learn'; course: string }
  | { page: 'invite' | 'carry'; code: string };

/** The courses beside the first one. */
const COURSES = ['american', 'international'];

/** The page that belongs to a path. */
export function routeOf(path: string): Route {
  const [, first = '', second = '', ...rest] = path.replace(/\/+$/, '').split('/');
  if (rest.length) return { page: 'lost' };
  if (second) {
    if (first === 't') return { page: 'table', room: decodeURIComponent(second) };
    if (first === 'i') return { page: 'invite', code: decodeURIComponent(second) };
    if (first === 'c') return { page: 'carry', code: decodeURIComponent(second) };
    if (first === 'learn' && COURSES.includes(second)) return { page: 'learn', course: second };
    return { page: 'lost' };
  }
  if (first === 'learn') return { page: 'learn', course: 'basic' };
  if (first === '') return { page: 'home' };
  const plain = ['new', 'rules', 'house', 'legal', 'privacy', 'verify'] as const;
  const page = plain.find((name) => name === first);
  return page ? { page } : { page: 'lost' };
}
