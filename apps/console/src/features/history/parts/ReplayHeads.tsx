import { PHASES } from '@greenwave/controller/controllerLimits'
import { isFlashing } from '@greenwave/observer/lit'
import { phaseStatesOf } from '@greenwave/observer/replay/columns'
import { packLamps, type Second } from '@greenwave/observer/replay/quarter'
import { usePhaseNames } from '../../../shared/phaseNames.ts'
import { LONGEST_COUNT, SignalHead } from '../../../shared/SignalHead.tsx'
import { useTexts } from '../../../texts/useTexts.ts'

const ALL_OF_PHASE = 0b111

type SecondOfLamps = Pick<Second, 'lit' | 'known' | 'notShown' | 'uncounted' | 'counts'>

interface ReplayHeadsProps {
  readonly second: SecondOfLamps
  /** Why the second is not read; undefined for one that is. */
  readonly missing: string | undefined
}

/** The three heads of one second of the past. */
export function ReplayHeads({ second, missing }: ReplayHeadsProps) {
  const t = useTexts('monitoring', 'history')
  const device = useTexts('device')
  const { nameOf } = usePhaseNames()
  const { lit, known, notShown, uncounted, counts } = second
  const states = phaseStatesOf(packLamps(lit, known, notShown))
  const flashing = isFlashing(lit)
  return PHASES.map((phase, nth) => {
    const state = states[nth] ?? 'noData'
    const isPartly =
      state !== 'noData' && state !== 'notShown' && ((known >> (3 * nth)) & ALL_OF_PHASE) !== ALL_OF_PHASE
    const longest = Math.max(...(counts?.slice(3 * nth, 3 * nth + 3) ?? [0]))
    return (
      <SignalHead
        key={phase}
        name={nameOf(phase) ?? device('phase', { phase })}
        red={countOf(second, 3 * nth)}
        yellow={countOf(second, 3 * nth + 1)}
        green={countOf(second, 3 * nth + 2)}
        notShown={missing === undefined && state === 'notShown'}
        uncounted={((uncounted >> (3 * nth)) & ALL_OF_PHASE) !== 0}
        state={missing ?? (flashing ? t('modes.0') : t(`lamps.${state}`))}
        note={isPartly ? t('lamps.partly') : undefined}
        overlong={longest > LONGEST_COUNT ? device('signals.overlong', { seconds: String(longest) }) : undefined}
        fault={state === 'dark' || state === 'conflict' || state === 'contradicting'}
      />
    )
  })
}

/** Returns the count of a lamp; 1 for one that is lit without a count, undefined for no data. */
function countOf({ lit, known, notShown, counts }: SecondOfLamps, place: number): number | undefined {
  if (((notShown >> place) & 1) !== 0) return 0
  if (((known >> place) & 1) === 0) return undefined
  return ((lit >> place) & 1) === 0 ? 0 : Math.max(1, counts?.[place] ?? 1)
}
