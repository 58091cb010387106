/** Opens the camera and takes frames from it. The frames never leave the browser. */

/** Why there is no camera: the user refused it, the device has none that is free, or the browser offers none here. */
export type CameraProblem = 'refused' | 'none' | 'unsupported';

/** A camera that cannot be used. */
export class CameraError extends Error {
  constructor(readonly problem: CameraProblem) {
    super(`the camera cannot be used: ${problem}`);
  }
}

/** The longest side of a frame, in pixels. */
const LONGEST = 1280;
const QUALITY = 0.92;

/**
 * Show the picture of the camera in a video: the one on the back of the device, if it has one. When *signal* is
 * aborted, the camera is switched off, even if the user allows it only later. Calls *onend* if it ends by itself.
 * Rejects with CameraError, and with the reason of *signal* if that is aborted.
 */
export async function openCamera(video: HTMLVideoElement, onend: () => void, signal: AbortSignal): Promise<void> {
  const devices = navigator.mediaDevices as MediaDevices | undefined; // insecure pages have none
  if (!devices?.getUserMedia) throw new CameraError('unsupported');
  const size = { width: { ideal: LONGEST }, height: { ideal: (LONGEST * 3) / 4 } };
  const wanted = { video: { facingMode: { ideal: 'environment' }, ...size }, audio: false };
  const stream = await devices.getUserMedia(wanted).catch((error: unknown) => {
    const { name } = error as DOMException;
    throw new CameraError(name === 'NotAllowedError' || name === 'SecurityError' ? 'refused' : 'none');
  });
  const stop = (): void => {
    for (const track of stream.getTracks()) track.stop();
    if (video.srcObject === stream) video.srcObject = null;
  };
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  signal.throwIfAborted();
  for (const track of stream.getTracks()) track.addEventListener('ended', onend, { signal });
  video.srcObject = stream;
  await video.play().catch(() => {
    signal.throwIfAborted();
    throw new CameraError('none');
  });
  signal.throwIfAborted();
}

/** Return a JPEG of the picture that a video shows. */
export async function frameOf(video: HTMLVideoElement): Promise<Blob> {
  const { videoWidth, videoHeight } = video;
  const scale = Math.min(1, LONGEST / Math.max(videoWidth, videoHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  const photo = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  if (!photo) throw new CameraError('none');
  return photo;
}
