import { durationsOf, stateOf, stepAt, WORK_STATES } from '@greenwave/contract/records/works'
import type { ListedWork } from '../../../data/queries/works.ts'
import { CsvFile } from '../../../shared/CsvFile.ts'
import { dateText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'

const minutes = (ms: number | null) => (ms === null ? '' : Math.round(ms / 60_000))

/** Returns a function that writes works as CSV, in the language of the user. */
export function useWorksFile(): (works: readonly ListedWork[]) => Blob {
  const t = useTexts('settings', 'works')
  const inspections = useTexts('settings', 'inspections')
  return (works) => {
    const facts = ['junction', 'kindTitle', 'who', 'reason', 'done', 'stateTitle'] as const
    const durations = ['answerMinutes', 'repairMinutes'] as const
    const file = new CsvFile([
      ...facts.map((key) => t(`field.${key}`)),
      ...WORK_STATES.map((state) => t(`state.${state}`)),
      ...durations.map((key) => t(`field.${key}`)),
      inspections('ofWork'),
    ])
    for (const { work } of works) {
      const { answerMs, repairMs } = durationsOf(work)
      file.add([
        ...[work.junction, t(`kind.${work.kind}`), work.who, work.reason, work.done, t(`state.${stateOf(work)}`)],
        ...WORK_STATES.map((state) => dateText(stepAt(work, state))),
        ...[minutes(answerMs), minutes(repairMs), work.inspection ?? ''],
      ])
    }
    return file.blob()
  }
}
