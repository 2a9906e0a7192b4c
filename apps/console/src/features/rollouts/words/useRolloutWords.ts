import type { Rollout } from '@greenwave/contract/records/rollouts'
import { MODE_KEY } from '@greenwave/controller/keys'
import { dateText } from '../../../shared/dateText.ts'
import { useSettingWords } from '../../../shared/useSettingWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'

/** The words for a change of many junctions. */
export interface RolloutWords {
  /** Formats the change of a rollout. */
  readonly what: (rollout: Pick<Rollout, 'kind' | 'values' | 'until' | 'from' | 'title' | 'targets'>) => string
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
  }
}
