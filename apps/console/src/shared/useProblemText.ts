import type { FileProblem, ProblemCode, ProblemData } from '@greenwave/transfer/fileProblem'
import { useFindingText } from './useFindingText.ts'
import { useTexts } from '../texts/useTexts.ts'

type Sentences = { readonly [Code in ProblemCode]: (params: ProblemData[Code]) => string }

/** Returns a function that says in the chosen language what is wrong with a line, and the fix. */
export function useProblemText(): (problem: FileProblem) => string {
  const t = useTexts('admin', 'files')
  const findingText = useFindingText()
  const sentences: Sentences = {
    notReadable: (p) => t('problems.notReadable', p),
    notUtf8: () => t('problems.notUtf8'),
    tooLong: (p) => t('problems.tooLong', p),
    empty: () => t('problems.empty'),
    otherFormat: (p) => t('problems.otherFormat', p),
    columnMissing: () => t('problems.columnMissing'),
    unknownField: (p) => t('problems.unknownField', p),
    repeatedField: () => t('problems.repeatedField'),
    tooMany: (p) => t('problems.tooMany', p),
    otherCellCount: (p) => t('problems.otherCellCount', p),
    valueMissing: () => t('problems.valueMissing'),
    valueTooLong: (p) => t('problems.valueTooLong', p),
    repeatedName: (p) => t('problems.repeatedName', p),
    unknownName: (p) => t('problems.unknownName', p),
    notAnEmail: (p) => t('problems.notAnEmail', p),
    notAPhone: (p) => t('problems.notAPhone', p),
    notReported: () => t('problems.notReported'),
    value: ({ finding }) => findingText(finding),
    notADate: (p) => t('problems.notADate', p),
    endsBefore: (p) => t('problems.endsBefore', p),
    unknownKind: (p) => t('problems.unknownKind', p),
  }
  return (problem) => sentenceOf(sentences, problem.code, problem.params)
}

function sentenceOf<Code extends ProblemCode>(sentences: Sentences, code: Code, params: FileProblem['params']): string {
  // The parameters of a problem are those of its code.
  return sentences[code](params as ProblemData[Code])
}
