import { useQuery } from '@tanstack/react-query'
import { type PhaseLamps, type ShownLamps, useLamps, withReasons } from '../data/device/lampsState.ts'
import { siteNotesQuery } from '../data/queries/siteNotes.ts'
import { useTexts } from '../texts/useTexts.ts'

/**
 * Follows the lamps of a junction, and why phases show none.
 *
 * @param isDark whether an incident says that lamps are dark: then no phase counts as not shown
 */
export function useShownLamps(deviceId: string, isDark: boolean): ShownLamps {
  const { phases, isLive } = useLamps(deviceId)
  const { data } = useQuery(siteNotesQuery(deviceId))
  return { phases: withReasons(phases, data?.hides, isDark), isLive }
}

/** Returns a function for the lamps of a phase as text. */
export function useLampWords(): (lamps: PhaseLamps) => string {
  const t = useTexts('incidents', 'now')
  return (lamps) =>
    typeof lamps === 'string' ? t(`lamp.${lamps}`) : lamps.map((one) => t(`lamp.${one}`)).join(t('lamp.and'))
}
