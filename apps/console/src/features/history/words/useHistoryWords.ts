/** The words of a junction's past. */
import { END_WORDS } from '@greenwave/changes/changeWords'
import { clockDriftSeconds, localTimeAt } from '@greenwave/controller/deviceClock'
import { PHASES } from '@greenwave/controller/limits'
import { phaseStatesOf } from '@greenwave/replay/columns'
import { packLamps } from '@greenwave/replay/quarter'
import type { RecordedIncident } from '@greenwave/replay/stretches'
import type { Incident } from '../../../data/fleet/incident.ts'
import { HEALTH_CODES } from '../../../data/health.ts'
import { useSettingWords } from '../../../shared/useSettingWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { dateText } from '../../../ui/page/dateText.ts'
import { usePhaseNames } from '../../../ui/states/phaseNames.ts'
import { useAgeText } from '../../../ui/states/useAgeText.ts'
import { useHealthWords } from '../../../ui/states/useHealthWords.ts'
import { useIncidentWords } from '../../../ui/states/useIncidentWords.ts'
import type { Happening } from '../model/happenings.ts'
import type { SecondShown } from '../model/TapeModel.ts'
import { dayText, timeText } from './timeText.ts'

/** Of a change with more values, these are said and the others counted. */
const MOST_VALUES = 5

/** Returns functions for the words of a junction's past, in the reader's language. */
export function useHistoryWords() {
  const t = useTexts('history')
  const changes = useTexts('changes')
  const device = useTexts('device')
  const { nameOf } = usePhaseNames()
  const length = useAgeText()
  const sentence = useIncidentWords()
  const settings = useSettingWords()
  const health = useHealthWords()
  const phase = (number: number) => nameOf(number) ?? device('phase', { phase: number })
  const mode = (value: 0 | 1 | 2 | 4) => t(`modes.${value}`)
  const plan = ({ plan: number, program }: { readonly plan: number | null; readonly program: number | null }) => {
    if (number === null) return program === null ? t('noPlan') : t('programOnly', { program })
    return program === null ? t('planOnly', { plan: number }) : t('planValue', { plan: number, program })
  }
  const incident = (one: Incident | RecordedIncident): string => {
    if ('facts' in one) return sentence(one, one.endedMs ?? one.sinceMs)
    const code = HEALTH_CODES.find((known) => known === one.code)
    return code ? health.name({ code }) : one.code
  }
  const changed = (values: readonly string[]): string => {
    const what = values.slice(0, MOST_VALUES).join('; ')
    const count = values.length - MOST_VALUES
    return count > 0 ? t('happened.moreValues', { what, count }) : what
  }
  return {
    phase,
    mode,
    plan,
    incident,
    length,
    /** Returns what each phase shows in a second, phase 1 first. */
    lamps: ({ lit, known, counts }: Pick<SecondShown, 'lit' | 'known' | 'counts'>): readonly string[] => {
      const states = phaseStatesOf(packLamps(lit, known))
      return PHASES.map((number, nth) => {
        const name = states[nth] ?? 'noData'
        const state = t(`lamps.${name}`)
        const seconds = counts?.[3 * nth + (name === 'red' ? 0 : 2)] ?? -1
        const isCounting = (name === 'red' || name === 'green') && seconds > 1
        return isCounting
          ? t('phaseCount', { phase: phase(number), state, seconds })
          : t('phaseState', { phase: phase(number), state })
      })
    },
    /** Returns what the controller's clock showed, and how far that was from the platform's time. */
    clock: ({ clockMs, takenMs, atMs }: Pick<SecondShown, 'clockMs' | 'takenMs' | 'atMs'>): string => {
      if (clockMs === null) return t('unknown')
      const shown = localTimeAt(clockMs)
      const time = [shown.hour, shown.minute, shown.second].map((part) => String(part).padStart(2, '0')).join(':')
      const ahead = clockDriftSeconds(shown, takenMs ?? atMs)
      if (ahead === 0) return time
      return t(ahead > 0 ? 'clockAhead' : 'clockBehind', { time, seconds: Math.abs(ahead) })
    },
    happening: (one: Happening): string => {
      switch (one.kind) {
        case 'incident':
          return incident(one.incident)
        case 'change': {
          const { who, words, values, until, why, isTaken } = one.change
          const said = values.map(({ key, before, after }) =>
            t('happened.value', {
              name: settings.nameOf(key),
              before: settings.valueText(key, before),
              after: settings.valueText(key, after),
            }),
          )
          // What has no value, such as a clock that was set, stands in the record after those that have one.
          const others = words.slice(said.length).filter((line) => !line.startsWith(END_WORDS))
          const end =
            until === undefined
              ? []
              : [`${changes('until')} ${until === null ? changes('untilChanged') : dateText(until)}`]
          const what = changed([...said, ...others, ...end])
          if (!isTaken) return t('happened.refused', { who, what })
          return why ? t('happened.changeWhy', { who, what, why }) : t('happened.change', { who, what })
        }
        case 'gap':
          return t('happened.gap', { length: length((one.untilMs ?? one.atMs) - one.atMs) })
        case 'rebuilt':
          return t('happened.rebuilt')
        case 'connection':
          return t(one.event.connected ? 'happened.connected' : 'happened.gone')
        case 'mode':
          return t('happened.mode', { mode: mode(one.event.mode) })
        case 'plan':
          return t('happened.plan', { plan: plan(one.event) })
      }
    },
    /** Returns a time, with its day where that is another one than that of a reference. */
    moment: (ms: number, referenceMs: number): string =>
      dayText(ms) === dayText(referenceMs) ? timeText(ms) : `${dayText(ms)} ${timeText(ms)}`,
  }
}
