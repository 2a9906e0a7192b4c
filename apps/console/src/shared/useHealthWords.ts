import { modeChoice } from '@greenwave/controller/mode'
import type { Texts } from '../texts/namespaces.ts'
import { useTexts } from '../texts/useTexts.ts'
import { sinceText } from './dateText.ts'

/** Facts for the texts of a state. Times are epoch milliseconds. */
interface Worded {
  readonly code: keyof Texts['common']['health']['codes']
  readonly sinceMs: number | null
  readonly untilMs: number | null
  readonly by?: string | null
}

/** Returns functions for the texts of a junction's health and of a mode other than automatic. */
export function useHealthWords() {
  const t = useTexts('common', 'health')
  return {
    /** Returns the name of a state, such as 'Conflicting green'. */
    name: ({ code }: Pick<Worded, 'code'>): string => t(`codes.${code}`),
    /** Returns since when it holds, until when and by whom, or an empty text. */
    time: ({ sinceMs, untilMs, by }: Omit<Worded, 'code'>, nowMs: number): string =>
      [
        sinceMs !== null && t('since', { time: sinceText(sinceMs, nowMs) }),
        untilMs !== null && t('until', { time: sinceText(untilMs, nowMs) }),
        by && t('by', { name: by }),
      ]
        .filter(Boolean)
        .join(' '),
    /** Returns the name of a mode; empty for automatic, which is not remarked. */
    mode: (mode: number): string => {
      const { name } = modeChoice(mode)
      return name === 'automatic' ? '' : t(`modes.${name}`)
    },
    lastKnown: t('lastKnown'),
  }
}
