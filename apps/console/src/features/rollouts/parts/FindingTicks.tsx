import { isDanger } from '@greenwave/controller/checks/danger'
import { Checkbox } from '@mantine/core'
import { DangerBox } from '../../../shared/DangerBox.tsx'
import { NamedPhases } from '../../../shared/NamedPhases.tsx'
import { findingKey, useFindingText } from '../../../shared/useFindingText.ts'
import { useJunctionNames } from '../../../shared/useJunctionNames.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import type { FoundAt } from '../model/previewAll.ts'
import styles from './Rollouts.module.css'

/** More names are only counted. */
const NAMED = 6

/** Junctions call their phases otherwise: what was found at several has numbers. */
const onlyOne = (ids: readonly string[]) => (ids.length === 1 ? (ids[0] ?? null) : null)

interface FindingTicksProps {
  readonly findings: readonly FoundAt[]
  readonly nameOf: (id: string) => string
  readonly ticked: ReadonlySet<string>
  readonly onTick: (ticked: ReadonlySet<string>) => void
  /** Text to type to confirm dangers, and the text typed so far. */
  readonly asked: string
  readonly typed: string
  readonly onType: (typed: string) => void
  readonly disabled: boolean
}

/** The remarks about all junctions, each once with where it was found, and with a tick; dangers apart from the others. */
export function FindingTicks(props: FindingTicksProps) {
  const { findings, nameOf, ticked, onTick, asked, typed, onType, disabled } = props
  const t = useTexts('settings', 'rollouts')
  const namesText = useJunctionNames(NAMED)
  const tick = ({ finding, ids }: FoundAt) => {
    const key = findingKey(finding)
    const names = namesText(ids.map(nameOf))
    return (
      <Checkbox
        key={key}
        label={
          <>
            <NamedPhases deviceId={onlyOne(ids)}>
              <FindingText finding={finding} />
            </NamedPhases>
            <span className={styles.at}>{t('findings.at', { count: ids.length, names })}</span>
          </>
        }
        checked={ticked.has(key)}
        disabled={disabled}
        onChange={({ currentTarget: { checked } }) => {
          const next = new Set(ticked)
          if (checked) next.add(key)
          else next.delete(key)
          onTick(next)
        }}
      />
    )
  }
  const dangers = findings.filter(({ finding }) => isDanger(finding))
  const others = findings.filter(({ finding }) => !isDanger(finding))
  return (
    <>
      {dangers.length > 0 && (
        <DangerBox asked={asked} typed={typed} onType={onType} disabled={disabled}>
          {dangers.map(tick)}
        </DangerBox>
      )}
      {others.length > 0 && (
        <fieldset className={styles.ticks}>
          <legend>{t('findings.title')}</legend>
          {others.map(tick)}
        </fieldset>
      )}
    </>
  )
}

function FindingText({ finding }: Pick<FoundAt, 'finding'>) {
  return useFindingText()(finding)
}
