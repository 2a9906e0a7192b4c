import type { Finding, FindingCode, FindingData, FindingOf } from '@greenwave/controller/checks/finding'
import { isCoordinateKey } from '@greenwave/controller/keys'
import { useTexts } from '../../../texts/useTexts.ts'
import { useAgeText } from '../../../ui/states/useAgeText.ts'
import { useSettingWords } from './useSettingWords.ts'

type Sentences = {
  readonly [Code in FindingCode]: (params: FindingData[Code], field: string) => string
}

/**
 * Returns a function that gives the text of a finding in the chosen language: phase or plan, value, limit and reason.
 */
export function useFindingText(): (finding: Finding) => string {
  const t = useTexts('device')
  const { nameOf } = useSettingWords()
  const ageText = useAgeText()
  const nothing = t('setting.nothing')
  const sentences: Sentences = {
    notANumber: (p, field) =>
      t(isCoordinateKey(field) ? 'finding.notDegrees' : 'finding.notANumber', { ...p, field: nameOf(field) }),
    notWhole: (p, field) => t('finding.notWhole', { ...p, field: nameOf(field) }),
    outOfRange: (p, field) => t('finding.outOfRange', { ...p, field: nameOf(field) }),
    belowMinimum: (p, field) => t('finding.belowMinimum', { ...p, field: nameOf(field) }),
    leftOutOfRange: (p, field) => t('finding.leftOutOfRange', { ...p, field: nameOf(field) }),
    greenShort: (p) => t('finding.greenShort', p),
    greenLong: (p) => t('finding.greenLong', p),
    programWithoutGreen: (p) => t('finding.programWithoutGreen', p),
    periodDiffers: (p) => t('finding.periodDiffers', p),
    conflictingGreen: (p) => t('finding.conflictingGreen', { ...p }),
    greenDuringYellow: (p) => t('finding.greenDuringYellow', { ...p }),
    clearanceShort: (p) => t('finding.clearanceShort', { ...p }),
    cycleShort: (p) => t('finding.cycleShort', p),
    cycleLong: (p) => t('finding.cycleLong', p),
    unusedTime: (p) => t('finding.unusedTime', p),
    yellowShort: (p) => t('finding.yellowShort', p),
    yellowLong: (p) => t('finding.yellowLong', p),
    redClearanceNone: (p) => t('finding.redClearanceNone', p),
    redClearanceLong: (p) => t('finding.redClearanceLong', p),
    sameStart: (p) => t('finding.sameStart', p),
    planAboveTotal: (p) => t('finding.planAboveTotal', p),
    noEnabledPlan: (p) => t('finding.noEnabledPlan', p),
    planWithoutGreen: (p) => t('finding.planWithoutGreen', p),
    planWithoutProgram: (p) => t('finding.planWithoutProgram', p),
    dateDoesNotExist: (p) => t('finding.dateDoesNotExist', p),
    timeFarFromServer: ({ value, limit }) =>
      t(value < 0 ? 'finding.timeBehind' : 'finding.timeAhead', { length: ageText(Math.abs(value) * 1000), limit }),
    oneCoordinate: ({ missing }) => t('finding.oneCoordinate', { field: nameOf(missing) }),
    zeroCoordinates: () => t('finding.zeroCoordinates'),
    outsideVietnam: (p) => t('finding.outsideVietnam', p),
    offline: () => t('finding.offline'),
    changedMeanwhile: ({ opened, current }, field) =>
      t('finding.changedMeanwhile', { field: nameOf(field), opened: opened || nothing, current: current || nothing }),
  }
  return (finding) => sentenceOf(sentences, finding)
}

function sentenceOf<Code extends FindingCode>(sentences: Sentences, finding: FindingOf<Code>): string {
  return sentences[finding.code](finding.params, finding.field)
}
