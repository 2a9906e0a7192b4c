import { useTexts } from '../../texts/useTexts.ts'
import { spokenLength } from './spokenLength.ts'

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
