/** Durations and dates, formatted for the current language. */

import { currentLanguage } from '../../../text/messages.svelte';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Format a duration using its largest unit, such as `21 hours`. */
export function durationText(ms: number, language: string = currentLanguage()): string {
  const [unit, size] = ms >= 2 * DAY ? ['day', DAY] : ms >= HOUR ? ['hour', HOUR] : ['minute', MINUTE];
  const style = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(language, style).format(Math.max(1, Math.floor(ms / (size as number))));
}

/** Format a time in the past relative to *now*, such as `5 minutes ago`, `yesterday`, `Sunday` or `3 Nov`. */
export function ago(ms: number, now: Date = new Date(), language: string = currentLanguage()): string {
  const then = new Date(now.getTime() - ms);
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const days = Math.ceil((midnight - then.getTime()) / DAY);
  if (ms < HOUR) return relative.format(-Math.max(1, Math.round(ms / MINUTE)), 'minute');
  if (days <= 0) return relative.format(-Math.round(ms / HOUR), 'hour');
  if (days === 1) return relative.format(-1, 'day');
  if (days < 7) return then.toLocaleDateString(language, { weekday: 'long' });
  return then.toLocaleDateString(language, { day: 'numeric', month: 'short' });
}
