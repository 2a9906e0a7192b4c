import { useTexts } from '../../../texts/useTexts.ts'

/** Returns a function that says metres: 860 m, 1.56 km; an en dash for none. */
export function useMetresText(): (metres: number | undefined) => string {
  const t = useTexts('corridors')
  return (metres) => {
    if (metres === undefined) return '–'
    return metres < 1000
      ? t('metres', { metres: Math.round(metres) })
      : t('kilometres', { km: (metres / 1000).toFixed(2) })
  }
}
