import { useTexts } from '../../texts/useTexts.ts'

/**
 * Returns a function for the text of a length of time: '12 s', '42 min', '3 h 10 min', '2 d 5 h'. Its argument is in
 * milliseconds.
 */
export function useAgeText(): (ms: number) => string {
  const t = useTexts('common', 'health')
  return (ms) => {
    const length = spokenLength(ms)
    switch (length.unit) {
      case 'seconds':
        return t('age.seconds', length)
      case 'minutes':
        return t('age.minutes', length)
      case 'hours':
        return t('age.hours', length)
      case 'days':
        return t('age.days', length)
    }
  }
}

/** A length of time in its two largest useful units, as integers. */
type SpokenLength =
  | { readonly unit: 'seconds'; readonly seconds: number }
  | { readonly unit: 'minutes'; readonly minutes: number }
  | { readonly unit: 'hours'; readonly hours: number; readonly minutes: number }
  | { readonly unit: 'days'; readonly days: number; readonly hours: number }

/**
 * Splits milliseconds into readable units: seconds below a minute, minutes below an hour, hours and minutes below a
 * day, then days and hours.
 */
export function spokenLength(ms: number): SpokenLength {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 60) return { unit: 'seconds', seconds }
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return { unit: 'minutes', minutes }
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return { unit: 'hours', hours, minutes: minutes % 60 }
  return { unit: 'days', days: Math.floor(hours / 24), hours: hours % 24 }
}
