/** The message with the verdict on a month. */
import type { Language } from '@greenwave/contract/languages'
import type { NotifyRules } from '@greenwave/contract/records/notify'
import { alikeSums } from '@greenwave/observer/conformity/byKind'
import { dateOf } from '@greenwave/observer/conformity/days'
import {
  changesOf,
  type FigureChange,
  isFlawless,
  type Verdict,
  verdictOf,
  worseFirst,
} from '@greenwave/observer/conformity/verdict'
import type { CustomerMonth, JunctionMonth } from './cityMonth.ts'
import { compose, type Message, type MessageStyle, WORDS } from './message.ts'
import type { MonthFigures, MonthWords } from './words/messageWords.ts'

/** Junctions that are named as the worst. */
const NAMED = 5

/** Returns the message about the month that begins with a midnight, epoch milliseconds. */
export function monthMessage(
  month: CustomerMonth,
  fromMs: number,
  { language }: Pick<NotifyRules, 'language'>,
  style: MessageStyle,
): Message {
  const { sums, junctions } = month
  const words = WORDS[language]
  const texts = textsOf(language)
  const verdict = verdictOf(sums)
  const date = dateOf(fromMs)
  const name = words.month.name(Number(date.slice(5, 7)) - 1, Number(date.slice(0, 4)))
  const subject = words.month.sentences[verdict.grade](name)
  const figures = figuresOf(verdict, junctions, texts)
  const alike = alikeSums(
    { kinds: month.kinds, others: month.waves },
    { kinds: month.kindsBefore, others: month.wavesBefore },
  )
  const changes = changesOf(alike.now, alike.before)
  const because = words.month.because(verdict.reason, figures)
  const rest = [
    because,
    ...words.month.figures(figures, {
      asProgrammed: changeText(changes.asProgrammed, 'points', words.month, texts),
      available: changeText(changes.available, 'points', words.month, texts),
      incidents: changeText(changes.incidents, 'rates', words.month, texts),
      clear: changeText(changes.clear, 'lengths', words.month, texts),
    }),
  ]
  const path = `/reports?period=month&day=${date}`
  const worst = junctions
    .filter((one) => !isFlawless(one.verdict))
    .toSorted((a, b) => worseFirst(a.verdict, b.verdict) || a.label.localeCompare(b.label))
    .slice(0, NAMED)
    .map((one) => ({
      head: one.label,
      rest: [words.month.junction(figuresOf(one.verdict, [one], texts))],
      path: `${path}&junction=${one.id}`,
    }))
  return compose(subject, [{ head: subject, rest, path }, ...worst], words, style, {
    ...{ body: because, tag: 'gw-month', path, urgent: false },
  })
}

/** Texts of numbers in one language. */
interface NumberTexts {
  readonly count: (value: number) => string
  /** A number with one decimal. */
  readonly tenths: (value: number) => string
}

function textsOf(language: Language): NumberTexts {
  const whole = new Intl.NumberFormat(language)
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1, minimumFractionDigits: 1 })
  return { count: (value) => whole.format(value), tenths: (value) => number.format(value) }
}

function figuresOf(
  { figures, dangers }: Verdict,
  junctions: readonly JunctionMonth[],
  { count, tenths }: NumberTexts,
): MonthFigures {
  // Good shares are rounded down and bad ones up: 100 % and 0 % are exact.
  const percent = (share: number | null, round: (value: number) => number): string =>
    share === null ? '–' : `${tenths(round(Math.round(share * 1_000_000) / 1000) / 10)} %`
  return {
    checked: count(figures.evaluated),
    cycles: count(figures.cycles),
    programmed: percent(figures.asProgrammed, Math.floor),
    available: percent(figures.available, Math.floor),
    missing: percent(figures.missing, Math.ceil),
    shown: (figures.over.available ?? 1) < 1 ? percent(figures.over.available, Math.floor) : '',
    ...{ incidents: figures.incidents, dangers, cleared: figures.cleared },
    affected: junctions.filter(({ verdict }) => verdict.figures.incidents > 0).length,
    junctions: junctions.length,
    minutes: figures.clearSeconds === null ? '–' : minutes(figures.clearSeconds, count),
  }
}

function minutes(seconds: number, count: NumberTexts['count']): string {
  return seconds < 60 ? `${count(Math.round(seconds))} s` : `${count(Math.round(seconds / 60))} min`
}

function changeText(
  change: FigureChange | null,
  kind: 'points' | 'rates' | 'lengths',
  words: MonthWords,
  { count, tenths }: NumberTexts,
): string {
  if (change === null) return words.unknown
  const { is, by } = change
  if (is === 'same') return words.same
  if (by === null) return words.noneBefore
  if (kind === 'points') return words.points[is](tenths(by * 100))
  if (kind === 'rates') return words.rates[is](`${count(Math.round(by * 100))} %`)
  return words.lengths[is](minutes(by, count))
}
