/** The words of a junction's past. */
import { CLOCK_WORDS, END_WORDS } from '@greenwave/changes/changeWords'
import { PHASES } from '@greenwave/controller/controllerLimits'
import { driftSeconds, secondOfDayAt } from '@greenwave/controller/deviceClock'
import { timeZone } from '@greenwave/controller/timeZone'
import { lampsOf } from '@greenwave/observer/lit'
import { phaseStatesOf } from '@greenwave/observer/replay/columns'
import { packLamps } from '@greenwave/observer/replay/quarter'
import type { RecordedIncident } from '@greenwave/observer/replay/stretches'
import { inOwnLanguage } from '../../../data/errorText.ts'
import type { Incident } from '../../../data/fleet/incident.ts'
import { HEALTH_CODES } from '../../../data/health.ts'
import type { PastChange } from '../../../data/history/historyFetches.ts'
import { dateText, dayText, minuteText, timeText, utcOffsetText } from '../../../shared/dateText.ts'
import { deviceTimeText } from '../../../shared/deviceTimeText.ts'
import { usePhaseNames } from '../../../shared/phaseNames.ts'
import { useChangeWords } from '../../../shared/useChangeWords.ts'
import { useHealthWords } from '../../../shared/useHealthWords.ts'
import { useIncidentWords } from '../../../shared/useIncidentWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { shownZone } from '../../../ui/page/zoneNames.ts'
import { useAgeText } from '../../../ui/states/useAgeText.ts'
import type { Happening } from '../model/happenings.ts'
import type { SecondShown } from '../model/TapeModel.ts'

type LampsShown = Pick<SecondShown, 'lit' | 'known' | 'notShown' | 'uncounted' | 'counts'>

/** Number of values of a change that are listed; the others are counted. */
const MOST_VALUES = 5

/** Returns functions for the words of a junction's past, in the reader's language. */
export function useHistoryWords() {
  const t = useTexts('monitoring', 'history')
  const changes = useTexts('settings', 'changes')
  const device = useTexts('device')
  const { nameOf } = usePhaseNames()
  const length = useAgeText()
  const sentence = useIncidentWords()
  const settings = useChangeWords()
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
  const changed = ({ words, values, clock, until, untilBefore }: PastChange): string => {
    const texts: string[] = values.map(({ key, before, after }) =>
      t('happened.value', {
        name: settings.nameOf(key),
        before: settings.valueText(key, before),
        after: settings.valueText(key, after),
      }),
    )
    if (clock) texts.push(`${changes('clockSet')} ${deviceTimeText(clock)}`)
    // What others wrote into the record has words alone, after those of what has a value.
    const others = words
      .slice(values.length)
      .filter((line) => !line.startsWith(END_WORDS) && !(clock && line.startsWith(CLOCK_WORDS)))
    const ends = [untilBefore, until].flatMap((ms) =>
      ms === undefined ? [] : [ms === null ? changes('untilChanged') : dateText(ms)],
    )
    if (ends.length > 0 && until === undefined) ends.push(changes('untilEnded'))
    const end = ends.length === 0 ? [] : [`${changes('until')} ${ends.join(' → ')}`]
    const all = [...texts, ...others, ...end]
    if (all.length === 0) return changes('sentAgain')
    const what = all.slice(0, MOST_VALUES).join('; ')
    const count = all.length - MOST_VALUES
    return count > 0 ? t('happened.moreValues', { what, count }) : what
  }
  return {
    phase,
    mode,
    plan,
    incident,
    length,
    /** Formats the values that a change changed. */
    changed,
    /** Formats the signal of each phase in a second, phase 1 first. */
    lamps: ({ lit, known, notShown, uncounted, counts }: LampsShown): readonly string[] => {
      const states = phaseStatesOf(packLamps(lit, known, notShown))
      return PHASES.map((number, nth) => {
        const name = states[nth] ?? 'noData'
        const state = t(`lamps.${name}`)
        const seconds = counts?.[3 * nth + (name === 'red' ? 0 : 2)] ?? -1
        const isUncounted = (uncounted & lampsOf(number)) !== 0
        const isCounting = (name === 'red' || name === 'green') && seconds > 1 && !isUncounted
        return isCounting
          ? t('phaseCount', { phase: phase(number), state, seconds })
          : t('phaseState', { phase: phase(number), state })
      })
    },
    /** Formats the time of the controller's clock, and its difference from the platform's time. */
    clock: ({ clockMs, takenMs, atMs }: Pick<SecondShown, 'clockMs' | 'takenMs' | 'atMs'>): string => {
      if (clockMs === null) return t('unknown')
      const time = timeText(clockMs)
      const ahead = driftSeconds(clockMs, takenMs ?? atMs)
      if (ahead === 0) return time
      return t(ahead > 0 ? 'clockAhead' : 'clockBehind', { time, seconds: Math.abs(ahead) })
    },
    happening: (one: Happening): string => {
      switch (one.kind) {
        case 'incident':
          return incident(one.incident)
        case 'change': {
          const { who, why, isTaken } = one.change
          const what = changed(one.change)
          if (!isTaken) return t('happened.refused', { who, what })
          return why
            ? t('happened.changeWhy', { who, what, why: inOwnLanguage(why) })
            : t('happened.change', { who, what })
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

/** Returns the city's time zone at an instant, such as Asia/Ho_Chi_Minh (UTC+7). */
export function zoneName(ms: number): string {
  return `${shownZone(timeZone().name)} (${utcOffsetText(ms)})`
}

const DAY_MS = 86_400_000

/** Returns the text of a mark on an axis whose marks are so far apart: 07:16, or 22/11 at midnight. */
export function axisText(ms: number, stepMs: number): string {
  const isDay = stepMs >= DAY_MS || (secondOfDayAt(ms) < 60 && stepMs >= DAY_MS / 24)
  return isDay ? dayText(ms).slice(0, 5) : minuteText(ms)
}
