import type { Finding, FindingCode, FindingData, FindingOf } from '@greenwave/controller/checks/finding'
import { isCoordinateKey } from '@greenwave/controller/keys'
import { useTexts } from '../texts/useTexts.ts'
import { useAgeText } from '../ui/states/useAgeText.ts'
import { useNumberText } from '../ui/states/useNumberText.ts'
import { usePhaseNames } from './phaseNames.ts'
import { modeTextKey, useSettingWords } from './useSettingWords.ts'

type Sentences = {
  readonly [Code in FindingCode]: (params: FindingData[Code], field: string) => string
}

/**
 * Returns a function that gives the text of a finding in the chosen language: phase or plan, value, limit and reason.
 */
export function useFindingText(): (finding: Finding) => string {
  const t = useTexts('settings', 'findings')
  const { nameOf } = useSettingWords()
  const ageText = useAgeText()
  const { inText } = usePhaseNames()
  const number = useNumberText()
  const named = <P extends { readonly phase: number }>({ phase, ...others }: P) => ({ ...others, phase: inText(phase) })
  const device = useTexts('device')
  const nothing = device('setting.nothing')
  const sentences: Sentences = {
    notANumber: (p, field) => t(isCoordinateKey(field) ? 'notDegrees' : 'notANumber', { ...p, field: nameOf(field) }),
    notWhole: (p, field) => t('notWhole', { ...p, field: nameOf(field) }),
    outOfRange: (p, field) => t('outOfRange', { ...p, field: nameOf(field) }),
    belowMinimum: (p, field) => t('belowMinimum', { ...p, field: nameOf(field) }),
    leftOutOfRange: (p, field) => t('leftOutOfRange', { ...p, field: nameOf(field) }),
    greenShort: (p) => t('greenShort', named(p)),
    greenShortToWalk: (p) =>
      t('greenShortToWalk', { ...named(p), crossing: number(p.crossing), speed: number(p.speed) }),
    greenLong: (p) => t('greenLong', named(p)),
    programWithoutGreen: (p) => t('programWithoutGreen', p),
    periodDiffers: (p) => t('periodDiffers', p),
    conflictingGreen: (p) => t('conflictingGreen', { ...named(p), other: inText(p.other) }),
    greenDuringYellow: (p) => t('greenDuringYellow', { ...named(p), other: inText(p.other) }),
    clearanceShort: (p) => t('clearanceShort', { ...named(p), other: inText(p.other) }),
    cycleShort: (p) => t('cycleShort', p),
    cycleShortHere: (p) => t('cycleShortHere', p),
    cycleLongHere: (p) => t('cycleLongHere', p),
    cycleLong: (p) => t('cycleLong', p),
    unusedTime: (p) => t('unusedTime', p),
    yellowShort: (p) => t('yellowShort', p),
    yellowShortHere: (p) => t('yellowShortHere', { ...named(p), speed: number(p.speed), grade: number(p.grade) }),
    yellowLong: (p) => t('yellowLong', p),
    redClearanceNone: (p) => t('redClearanceNone', p),
    redClearanceShortHere: (p) =>
      t('redClearanceShortHere', { ...named(p), speed: number(p.speed), width: number(p.width) }),
    redClearanceLong: (p) => t('redClearanceLong', p),
    sameStart: (p) => t('sameStart', p),
    // (R18) A count that was never set counts as 0, which cannot be set.
    planAboveTotal: (p) => t(p.limit === 0 ? 'planWithoutTotal' : 'planAboveTotal', p),
    noEnabledPlan: (p) => (p.limit === 0 ? t('noPlanTotal') : t('noEnabledPlan', p)),
    planWithoutGreen: (p) => t('planWithoutGreen', p),
    planWithoutProgram: (p) => t('planWithoutProgram', p),
    dateDoesNotExist: (p) => t('dateDoesNotExist', p),
    timeFarFromServer: ({ value, limit }) =>
      t(value < 0 ? 'timeBehind' : 'timeAhead', { length: ageText(Math.abs(value) * 1000), limit }),
    oneCoordinate: ({ missing }) => t('oneCoordinate', { field: nameOf(missing) }),
    zeroCoordinates: () => t('zeroCoordinates'),
    outsideVietnam: (p) => t('outsideVietnam', p),
    offline: () => t('offline'),
    holdWithoutEnd: ({ mode }) => t('holdWithoutEnd', { mode: device(modeTextKey(mode)) }),
    holdEndMissing: (p) => t('holdEndMissing', p),
    changedMeanwhile: ({ opened, current }, field) =>
      t('changedMeanwhile', { field: nameOf(field), opened: opened || nothing, current: current || nothing }),
  }
  return (finding) => sentenceOf(sentences, finding)
}

function sentenceOf<Code extends FindingCode>(sentences: Sentences, finding: FindingOf<Code>): string {
  return sentences[finding.code](finding.params, finding.field)
}

/**
 * Returns a key that tells findings apart. A finding with other values has another key, except for a time that is far
 * off, because its distance changes by itself.
 */
export function findingKey({ code, field, params }: Finding): string {
  return code === 'timeFarFromServer' ? code : `${code} ${field} ${JSON.stringify(params)}`
}
