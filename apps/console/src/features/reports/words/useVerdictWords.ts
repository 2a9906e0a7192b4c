import { dateOf, type DaySpan, type Period } from '@greenwave/observer/conformity/days'
import type { FigureChange, Verdict } from '@greenwave/observer/conformity/verdict'
import { monthText } from '../../../shared/dateText.ts'
import { useLanguage, useTexts } from '../../../texts/useTexts.ts'
import type { Tone } from '../../../ui/states/StatusTag.tsx'
import { dateText } from '../model/reportPeriod.ts'
import { useFigureWords } from './useFigureWords.ts'

/** The tone of each grade. */
export const GRADE_TONES: Readonly<Record<Verdict['grade'], Tone>> = {
  good: 'ok',
  fair: 'warn',
  poor: 'bad',
  unknown: 'mute',
}

/** The tone of each change. */
export const CHANGE_TONES = { better: 'ok', worse: 'warn', same: 'mute' } as const

/** Returns functions for the texts of verdicts and their changes. */
export function useVerdictWords() {
  const t = useTexts('monitoring', 'reports')
  const words = useFigureWords()
  const language = useLanguage()
  const days = ({ fromMs, untilMs }: DaySpan): string => {
    const [from, to] = [dateText(dateOf(fromMs)), dateText(dateOf(untilMs - 1))]
    return from === to ? from : t('days', { from, to })
  }
  /** Returns the name of a period at the beginning of a sentence: 'October 2026', 'The week 19/10/2026 – 25/10/2026'. */
  const name = (period: Period, span: DaySpan): string => {
    if (period !== 'month') return t(`verdict.span.${period}`, { days: days(span) })
    const text = monthText(span.fromMs, language)
    return text.charAt(0).toLocaleUpperCase(language) + text.slice(1)
  }
  const programmed = ({ figures }: Verdict): string =>
    t('verdict.programmed', {
      share: words.share(figures.asProgrammed, 'down'),
      checked: words.count(figures.evaluated),
      cycles: words.count(figures.cycles),
    })
  return {
    days,
    /** Returns the verdict on a period in a sentence. */
    sentence: ({ grade }: Verdict, period: Period, span: DaySpan, isOver: boolean): string =>
      t(`verdict.${grade}${isOver ? '' : 'SoFar'}`, { span: name(period, span) }),
    /** Returns why, in a sentence. */
    because: (verdict: Verdict): string => {
      const { reason, dangers, figures } = verdict
      const { asProgrammed, available, incidents } = figures
      switch (reason) {
        case 'danger':
          return t('verdict.becauseDanger', { count: dangers })
        case 'asProgrammed':
          return t('verdict.becauseProgrammed', { share: words.share(asProgrammed, 'down') })
        case 'available':
          return t('verdict.becauseAvailable', { share: words.share(available, 'down') })
        case 'seen':
          return t('verdict.becauseSeen', {
            checked: words.count(figures.evaluated),
            cycles: words.count(figures.cycles),
            share: words.share(figures.missing, 'up'),
          })
        case null:
          return incidents === 0 ? t('verdict.withoutIncident') : t('verdict.withoutDanger', { count: incidents })
      }
    },
    /** Lists the facts of a junction's verdict, the worst first. */
    facts: (verdict: Verdict): readonly string[] => {
      const { dangers, figures, reason } = verdict
      const { asProgrammed, available, incidents } = figures
      const ofAvailability = available !== null && t('verdict.availableFor', { share: words.share(available, 'down') })
      const ofPrograms = asProgrammed !== null && programmed(verdict)
      return [
        dangers > 0 && t('verdict.dangers', { count: dangers }),
        ...(reason === 'available' ? [ofAvailability, ofPrograms] : [ofPrograms, ofAvailability]),
        incidents > 0 && t('verdict.incidents', { count: incidents }),
      ].filter((text) => text !== false)
    },
    /** Returns the text of a change: of shares in points, of incidents in percent of the rate, of times as a length. */
    change: (of: 'share' | 'incidents' | 'length', { is, by }: FigureChange): string => {
      if (is === 'same') return t('verdict.change.same')
      if (by === null) return t('verdict.change.noneBefore')
      switch (of) {
        case 'share':
          return t(`verdict.change.${is}`, { value: words.points(by) })
        case 'incidents':
          return t(`verdict.change.${is === 'better' ? 'fewer' : 'more'}`, { share: words.wholeShare(by) })
        case 'length':
          return t(`verdict.change.${is === 'better' ? 'shorter' : 'longer'}`, { time: words.length(by) })
      }
    },
  }
}
