import type { Rollout, RolloutTarget } from '@greenwave/contract/records/rollouts'
import { MODE_KEY } from '@greenwave/controller/keys'
import { inOwnLanguage } from '../../../data/errorText.ts'
import { dateText } from '../../../shared/dateText.ts'
import { useSettingWords } from '../../../shared/useSettingWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import type { Tone } from '../../../ui/states/StatusTag.tsx'

/** The words for a change of many junctions. */
export interface RolloutWords {
  /** Formats the change of a rollout. */
  readonly what: (rollout: Pick<Rollout, 'kind' | 'values' | 'until' | 'from' | 'title' | 'targets'>) => string
  /** Formats the outcome at a junction. */
  readonly outcome: (target: Pick<RolloutTarget, 'state' | 'why' | 'said'>) => string
}

/** Returns the words for changes of many junctions in the chosen language. */
export function useRolloutWords(): RolloutWords {
  const t = useTexts('settings', 'rollouts')
  const { valueText } = useSettingWords()
  return {
    what: ({ kind, values, until, from, title, targets }) => {
      if (title) return title
      const count = Object.keys(values).length
      if (kind === 'clock') return t('what.clock')
      if (kind === 'settings')
        return from ? t('what.copied', { count, junction: from.name }) : t('what.values', { count })
      const mode = valueText(MODE_KEY, values[MODE_KEY])
      if (targets.some((target) => target.until !== undefined)) return t('what.modePlans', { mode })
      return typeof until === 'number' ? t('what.modeUntil', { mode, time: dateText(until) }) : t('what.mode', { mode })
    },
    outcome: ({ state, why, said: message }) => {
      const words = why && state === 'failed' ? t(`failures.${why}`) : t(`states.${state}`)
      return message ? `${words} (${inOwnLanguage(message)})` : words
    },
  }
}

const TONES: Readonly<Record<RolloutTarget['state'], Tone>> = {
  todo: 'mute',
  sending: 'info',
  sent: 'info',
  reported: 'info',
  noReport: 'warn',
  seen: 'ok',
  taken: 'ok',
  same: 'mute',
  waiting: 'warn',
  failed: 'bad',
}

/** Returns how a state is shown. */
export function toneOf({ state }: Pick<RolloutTarget, 'state'>): Tone {
  return TONES[state]
}
