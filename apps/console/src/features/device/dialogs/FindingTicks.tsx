import type { Finding } from '@greenwave/controller/checks/finding'
import { Checkbox } from '@mantine/core'
import { useTexts } from '../../../texts/useTexts.ts'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import { findingKey } from '../model/findingKey.ts'
import { isDanger } from '../model/isDanger.ts'
import { useFindingText } from '../words/useFindingText.ts'
import styles from './Findings.module.css'

interface FindingTicksProps {
  readonly findings: readonly Finding[]
  readonly ticked: ReadonlySet<string>
  readonly onTick: (ticked: ReadonlySet<string>) => void
  readonly disabled: boolean
  /** Returns another text for a finding whose usual text would be wrong here; undefined for the usual one. */
  readonly wording?: ((finding: Finding) => string | undefined) | undefined
}

/**
 * Whether a finding is about signals. The advice below mentions the conflict monitor, which has nothing to do with the
 * range of a value (V1), times (V9), places (V10), connections (V11) and edit conflicts (V12).
 */
const isOfSignals = ({ check }: Finding) => !['V1', 'V9', 'V10', 'V11', 'V12'].includes(check)

/** Shows the findings about a change. Errors block the change; each warning has its own tick box. */
export function FindingTicks({ findings, ticked, onTick, disabled, wording }: FindingTicksProps) {
  const t = useTexts('device')
  const usualText = useFindingText()
  const findingText = (finding: Finding) => wording?.(finding) ?? usualText(finding)
  const errors = findings.filter((finding) => finding.level === 'error')
  const warnings = findings.filter((finding) => finding.level === 'warning')
  const toggle = (key: string) => {
    const next = new Set(ticked)
    if (!next.delete(key)) next.add(key)
    onTick(next)
  }
  return (
    <>
      {errors.map((finding) => (
        <ErrorText key={findingKey(finding)}>{findingText(finding)}</ErrorText>
      ))}
      {warnings.length > 0 && (
        <fieldset className={styles.ticks} data-danger={warnings.some(isDanger) || undefined}>
          <legend>{t('change.findings')}</legend>
          {warnings.map((finding) => {
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
          })}
          {warnings.some(isOfSignals) && <small>{t('change.advice')}</small>}
        </fieldset>
      )}
    </>
  )
}
