import { isDanger } from '@greenwave/controller/checks/danger'
import type { Finding } from '@greenwave/controller/checks/finding'
import { Checkbox } from '@mantine/core'
import { Term } from '../../../shared/Explained.tsx'
import { DangerBox } from '../../../shared/DangerBox.tsx'
import { findingKey, useFindingText } from '../../../shared/useFindingText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import styles from './Findings.module.css'

/** Answers of the user to the findings, given in order to send the settings in spite of them. */
export interface FindingAnswers {
  /** The findings that the user has ticked, by `findingKey`. */
  readonly ticked: ReadonlySet<string>
  /** Text to type before a danger can be sent, and the text typed so far. */
  readonly asked: string
  readonly typed: string
}

interface FindingTicksProps extends FindingAnswers {
  readonly findings: readonly Finding[]
  readonly onTick: (ticked: ReadonlySet<string>) => void
  readonly onType: (typed: string) => void
  readonly disabled: boolean
  /** Returns another text for a finding whose usual text would be wrong here; undefined for the usual one. */
  readonly wording?: ((finding: Finding) => string | undefined) | undefined
}

/**
 * Whether a finding is about signals. The advice below mentions the conflict monitor, which has nothing to do with the
 * range of a value (V1), times (V9), places (V10), connections (V11), edit conflicts (V12) and the end of a hold (V14).
 */
const isOfSignals = ({ check }: Finding) => !['V1', 'V9', 'V10', 'V11', 'V12', 'V14'].includes(check)

/**
 * Shows the findings about a change, the worst first. Errors block the change; each warning has its own tick box, and
 * dangers are boxed alone.
 */
export function FindingTicks(props: FindingTicksProps) {
  const { findings, ticked, asked, typed, onTick, onType, disabled, wording } = props
  const dialog = useTexts('settings', 'dialogs')
  const usualText = useFindingText()
  const findingText = (finding: Finding) => wording?.(finding) ?? usualText(finding)
  const errors = findings.filter(({ level }) => level === 'error')
  const warnings = findings.filter(({ level }) => level === 'warning')
  const dangers = warnings.filter(isDanger)
  const remarks = warnings.filter((finding) => !isDanger(finding))
  const toggle = (key: string) => {
    const next = new Set(ticked)
    if (!next.delete(key)) next.add(key)
    onTick(next)
  }
  const tick = (finding: Finding) => {
    const key = findingKey(finding)
    return (
      <Checkbox
        key={key}
        label={findingText(finding)}
        checked={ticked.has(key)}
        disabled={disabled}
        onChange={() => toggle(key)}
      />
    )
  }
  return (
    <>
      {errors.map((finding) => (
        <ErrorText key={findingKey(finding)}>{findingText(finding)}</ErrorText>
      ))}
      {dangers.length > 0 && (
        <DangerBox asked={asked} typed={typed} onType={onType} disabled={disabled}>
          {dangers.map(tick)}
          <small>{dialog('change.advice')}</small>
        </DangerBox>
      )}
      {remarks.length > 0 && (
        <fieldset className={styles.ticks}>
          <legend>{disabled ? dialog('change.findings') : <Term of="remark">{dialog('change.findings')}</Term>}</legend>
          {remarks.map(tick)}
          {dangers.length === 0 && remarks.some(isOfSignals) && <small>{dialog('change.advice')}</small>}
        </fieldset>
      )}
    </>
  )
}
