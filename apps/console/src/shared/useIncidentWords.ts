import type { IncidentFacts } from '@greenwave/contract/records/incidentDetails'
import { type PhaseNames, phaseInText } from '@greenwave/controller/phaseNames'
import { useLanguage, useTexts } from '../texts/useTexts.ts'
import { useAgeText } from '../ui/states/useAgeText.ts'
import { sinceText } from './dateText.ts'
import { usePhaseNames } from './phaseNames.ts'
import { useWaveCauseText } from './useWaveCauseText.ts'

/** Facts for a sentence. */
interface Worded {
  readonly code: string
  readonly facts: IncidentFacts
  /** Facts when it was raised, if they differed. */
  readonly raised?: IncidentFacts | undefined
  /** English message of the incident, or the type of an alarm that Greenwave did not raise. */
  readonly text: string
  /** Names of the phases when it was raised, for where their current names are unknown. */
  readonly phaseNames?: readonly (string | null)[] | undefined
}

/** State of an incident: the values when raised and, while it is shown live, the text of its duration. */
interface Moment {
  readonly nowMs: number
  readonly raised: IncidentFacts
  readonly lasts: string | undefined
}

/** The sentence of each code; undefined where a number is missing. */
type Sentences = Readonly<Record<string, (facts: IncidentFacts, moment: Moment) => string | undefined>>

/** How many phases a junction has: if all of them are dark, the junction is. */
const ALL_PHASES = 3

/**
 * Returns a function for the message of an incident in the reader's language, from its code and numbers. For an unknown
 * code, or without a number, it returns the incident's own text. A value that changes with time is the one when raised;
 * with `liveSinceMs`, when an incident that is open began, it is the one of now beside that.
 */
export function useIncidentWords(): (incident: Worded, nowMs: number, liveSinceMs?: number) => string {
  const t = useTexts('incidents', 'words')
  const language = useLanguage()
  const causeText = useWaveCauseText()
  const { names } = usePhaseNames()
  const length = useAgeText()
  const list = new Intl.ListFormat(language, { type: 'conjunction' })
  const sentencesWith = (names: PhaseNames): Sentences => {
    const inText = (phase: number) => phaseInText(names, phase)
    const namesOf = (phases: readonly number[]) =>
      t('phases', { count: phases.length, phases: list.format(phases.map(inText)) })
    const named = (phase: number | undefined) => (phase === undefined ? undefined : inText(phase))
    const deviation = (facts: IncidentFacts) => {
      const { what, phases, seconds, setSeconds, program, plan, scheduled, smallest, largest } = facts
      const phase = named(phases?.[0])
      switch (what) {
        case 'cycle':
          return ifKnown({ seconds, program, setSeconds }, (p) => t('sentences.cycle', p))
        case 'green':
          return ifKnown({ phase, seconds, program, setSeconds }, (p) => t('sentences.green', p))
        case 'position':
          return ifKnown({ phase, seconds, program }, (p) =>
            t(p.seconds > 0 ? 'sentences.late' : 'sentences.early', { ...p, seconds: Math.abs(p.seconds) }),
          )
        case 'limits':
          return ifKnown({ phase, seconds, smallest, largest }, (p) => t('sentences.limits', p))
        case 'mode':
          return ifKnown({ seconds }, (p) => t('sentences.mode', p))
        case 'plan':
          if (plan === null) return ifKnown({ scheduled }, (p) => t('sentences.noPlan', p))
          return ifKnown({ plan, scheduled }, (p) => t('sentences.plan', p))
        default:
          return undefined
      }
    }
    const aheadText = (aheadSeconds: number) =>
      t(aheadSeconds > 0 ? 'sentences.ahead' : 'sentences.behind', { seconds: Math.abs(aheadSeconds) })
    const sentences: Sentences = {
      conflict: ({ phases }) => phases && t('sentences.conflict', { phases: namesOf(phases) }),
      lamps: ({ phases, lamps }) =>
        phases &&
        lamps &&
        t('sentences.lamps', {
          count: phases.length,
          phases: namesOf(phases),
          lamps: list.format(lamps.map((lamp) => t(`lamps.${lamp}`))),
        }),
      'short-yellow': ({ phases, seconds, setSeconds }) =>
        ifKnown({ phase: named(phases?.[0]), seconds, setSeconds }, (p) => t('sentences.shortYellow', p)),
      'short-clearance': ({ phases, seconds, setSeconds }) =>
        ifKnown({ phase: named(phases?.[0]), next: named(phases?.[1]), seconds, setSeconds }, (p) =>
          t('sentences.shortClearance', p),
        ),
      dark: ({ phases }) =>
        phases?.length === ALL_PHASES
          ? t('sentences.dark')
          : phases && t('sentences.darkPhases', { count: phases.length, phases: namesOf(phases) }),
      'all-red': (_, { raised: { seconds }, lasts }) =>
        ifKnown({ seconds }, (p) =>
          lasts === undefined ? t('sentences.allRed', p) : t('sentences.allRedNow', { ...p, lasts }),
        ),
      frozen: () => t('sentences.frozen'),
      silent: (_, { raised: { seconds }, lasts }) =>
        ifKnown({ seconds }, (p) =>
          lasts === undefined ? t('sentences.silent', p) : t('sentences.silentNow', { ...p, lasts }),
        ),
      offline: ({ sinceMs }, { nowMs }) =>
        ifKnown({ sinceMs }, (p) => t('sentences.offline', { time: sinceText(p.sinceMs, nowMs) })),
      'countdown-jump': ({ phases, from, to }) =>
        ifKnown({ phase: named(phases?.[0]), from, to }, (p) =>
          t(p.to < p.from ? 'sentences.countdownFell' : 'sentences.countdownRose', p),
        ),
      'off-plan': deviation,
      calendar: ({ runs, day }) =>
        ifKnown({ day }, (p) => (runs ? t('sentences.calendar', { ...p, runs }) : t('sentences.calendarOther', p))),
      'not-taken': ({ settings }) => ifKnown({ count: settings }, (p) => t('sentences.notTaken', p)),
      clock: ({ aheadSeconds }, { raised, lasts }) =>
        ifKnown({ last: aheadSeconds, first: raised.aheadSeconds }, (p) => {
          const [last, first] = [aheadText(p.last), aheadText(p.first)]
          if (lasts === undefined)
            return last === first ? t('sentences.clock', { first }) : t('sentences.clockLater', { first, last })
          return last === first ? t('sentences.clockNow', { last }) : t('sentences.clockSince', { first, last })
        }),
      corridor: (facts, { raised, lasts }) => {
        const { direction, seconds, setSeconds } = facts
        const cause = causeText(facts)
        if (direction === undefined || cause === undefined) return undefined
        const way = t(`ways.${direction}`)
        if (facts.cause === 'offline') return t('sentences.waveUnseen', { way, cause })
        const first = raised.direction === direction ? raised.seconds : seconds
        return ifKnown({ seconds, setSeconds, first }, (p) => {
          const seconds = Math.round(p.seconds)
          const values = { way, cause, seconds, setSeconds: Math.round(p.setSeconds), first: Math.round(p.first) }
          if (values.first !== seconds) return t('sentences.waveSince', values)
          return lasts === undefined ? t('sentences.wave', values) : t('sentences.waveNow', values)
        })
      },
      hold: ({ mode, sinceMs }, { nowMs }) =>
        ifKnown({ mode, sinceMs }, (p) => {
          const time = sinceText(p.sinceMs, nowMs)
          return p.mode === 0 ? t('sentences.flashing', { time }) : t('sentences.held', { route: p.mode, time })
        }),
    }
    return sentences
  }
  const usual = sentencesWith(names)
  return ({ code, facts, raised = facts, text, phaseNames }, nowMs, liveSinceMs) => {
    const lasts = liveSinceMs === undefined ? undefined : length(Math.max(0, nowMs - liveSinceMs))
    const ofThen = names.length === 0 && phaseNames
    const sentences = ofThen ? sentencesWith(ofThen.map((name) => name ?? undefined)) : usual
    return (Object.hasOwn(sentences, code) ? sentences[code]?.(facts, { nowMs, raised, lasts }) : undefined) ?? text
  }
}

/** Returns the text for some facts; undefined if one of them is missing. */
function ifKnown<Facts extends object>(facts: Facts, words: (known: Known<Facts>) => string): string | undefined {
  return areKnown(facts) ? words(facts) : undefined
}

type Known<Facts> = { readonly [Name in keyof Facts]: Exclude<Facts[Name], undefined> }

function areKnown<Facts extends object>(facts: Facts): facts is Facts & Known<Facts> {
  return !Object.values(facts).includes(undefined)
}
