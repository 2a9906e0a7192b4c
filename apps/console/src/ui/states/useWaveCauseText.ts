import type { IncidentFacts } from '@greenwave/contract/incidentDetails'
import { useTexts } from '../../texts/useTexts.ts'

/** What the words for a cause are made of. */
type Cause = Pick<IncidentFacts, 'cause' | 'junction' | 'aheadSeconds' | 'mode' | 'plan' | 'scheduled' | 'settings'>

/**
 * Returns a function that says in a part of a sentence what breaks the green wave of a corridor; undefined where a number
 * is missing, or where this console does not know the cause.
 */
export function useWaveCauseText(): (cause: Cause) => string | undefined {
  const t = useTexts('incidents')
  return ({ cause, junction, aheadSeconds, mode, plan, scheduled, settings }) => {
    if (cause === undefined) return t('causes.several')
    if (junction === undefined) return undefined
    switch (cause) {
      case 'offline':
      case 'lamps':
      case 'step':
        return t(`causes.${cause}`, { junction })
      case 'hold':
        if (mode === undefined) return undefined
        return mode === 0 ? t('causes.flashing', { junction }) : t('causes.held', { junction, route: mode })
      case 'plan':
        if (plan === undefined || scheduled === undefined) return undefined
        if (plan === null) return t('causes.noPlan', { junction, scheduled })
        return t('causes.plan', { junction, plan, scheduled })
      case 'clock': {
        if (aheadSeconds === undefined) return undefined
        const seconds = Math.abs(aheadSeconds)
        return aheadSeconds > 0
          ? t('causes.clockAhead', { junction, seconds })
          : t('causes.clockBehind', { junction, seconds })
      }
      case 'not-taken':
        return settings === undefined ? undefined : t('causes.notTaken', { junction, count: settings })
      default:
        return undefined
    }
  }
}
