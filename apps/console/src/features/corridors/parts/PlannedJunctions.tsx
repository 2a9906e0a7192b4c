import type { AttributeSet } from '@greenwave/contract/records/changeRecords'
import type { Finding } from '@greenwave/controller/checks/finding'
import { ofPhase, PHASES } from '@greenwave/controller/controllerLimits'
import { cycleSeconds, isServed } from '@greenwave/controller/cycle'
import { writeSettings } from '@greenwave/controller/settingTable/allSettings'
import { checkChange } from '@greenwave/controller/settingTable/checkChange'
import { offsetRow } from '@greenwave/controller/settingTable/offset'
import { programRow } from '@greenwave/controller/settingTable/program'
import { settingsWith } from '@greenwave/controller/settingTable/table'
import type { SetJunction } from '@greenwave/coordination/fromSettings'
import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { NamedPhases } from '../../../shared/NamedPhases.tsx'
import { usePhaseNames } from '../../../shared/phaseNames.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { StatusShape } from '../../../ui/states/StatusTag.tsx'
import type { JunctionFacts } from '../model/corridorFacts.ts'
import styles from './Corridors.module.css'

interface PlannedJunctionsProps {
  /** The ids of the devices of the junctions. */
  readonly deviceIds: readonly string[]
  /** The names of the other corridors that a junction is in, by the id of its device. */
  readonly others: ReadonlyMap<string, readonly string[]>
  readonly facts: readonly JunctionFacts[]
  readonly before: readonly SetJunction[]
  /** Proposed settings, accepted or not. */
  readonly after: readonly SetJunction[]
  /** The indices of the junctions that are to stay as they are. */
  readonly refused: ReadonlySet<number>
  readonly onRefused: (index: number, isRefused: boolean) => void
  readonly renderFindings: (findings: readonly Finding[]) => ReactNode
}

/** Lists the proposal for each junction, the findings of the checks, and whether it is accepted. */
export function PlannedJunctions(props: PlannedJunctionsProps) {
  const t = useTexts('corridors')
  const { deviceIds, others, facts, before, after, refused, onRefused, renderFindings } = props
  return (
    <Card title={t('proposal')} padded={false}>
      <ul className={styles.planned}>
        {after.map((junction, index) => (
          <NamedPhases key={deviceIds[index]} deviceId={deviceIds[index] ?? null}>
            <Planned
              old={before[index] ?? junction}
              planned={junction}
              isRefused={refused.has(index)}
              isOffline={facts[index]?.online === false}
              others={others.get(deviceIds[index] ?? '') ?? []}
              findings={findingsOf(facts[index], before[index], junction)}
              onRefused={(isRefused) => onRefused(index, isRefused)}
              renderFindings={renderFindings}
            />
          </NamedPhases>
        ))}
      </ul>
      <p className={styles.hint}>{t('notSent')}</p>
    </Card>
  )
}

interface PlannedProps extends Pick<PlannedJunctionsProps, 'renderFindings'> {
  readonly old: SetJunction
  readonly planned: SetJunction
  readonly isRefused: boolean
  readonly isOffline: boolean
  /** The names of the other corridors that it is in. */
  readonly others: readonly string[]
  readonly findings: readonly Finding[]
  readonly onRefused: (isRefused: boolean) => void
}

function Planned(props: PlannedProps) {
  const { old, planned, isRefused, isOffline, others, findings, onRefused, renderFindings } = props
  const t = useTexts('corridors')
  const { inText } = usePhaseNames()
  const change = (what: string, from: number, to: number) =>
    from === to ? [] : [t('plannedChange', { what, from, to })]
  const cycle = ({ program, clearance }: SetJunction) => cycleSeconds(program, clearance)
  const changes = [
    ...change(t('cycle'), cycle(old), cycle(planned)),
    ...PHASES.flatMap((phase) => {
      const [from, to] = [ofPhase(old.program.phases, phase), ofPhase(planned.program.phases, phase)]
      const ofOne = [
        ...change(t('plannedGreen'), from.green, to.green),
        ...change(t('plannedStart'), from.start, to.start),
      ]
      if (!isServed(to) || ofOne.length === 0) return []
      return [t('plannedPhase', { phase: inText(phase), changes: ofOne.join(', ') })]
    }),
    ...change(t('offset'), old.offset, planned.offset),
  ]
  return (
    <li>
      <Checkbox
        label={planned.name}
        checked={!isRefused}
        disabled={changes.length === 0}
        onChange={(event) => onRefused(!event.currentTarget.checked)}
      />
      <p>{changes.length > 0 ? changes.join(' · ') : t('staysAsItIs')}</p>
      {changes.length > 0 && isOffline && (
        <p>
          <StatusShape tone="warn" /> {t('plannedOffline')}
        </p>
      )}
      {changes.length > 0 && others.length > 0 && (
        <p>
          <StatusShape tone="warn" /> {t('alsoIn', { names: others.join(', ') })}
        </p>
      )}
      {findings.length > 0 && renderFindings(findings)}
    </li>
  )
}

/** Runs the checks on the proposed change of a junction. */
function findingsOf(
  facts: JunctionFacts | undefined,
  old: SetJunction | undefined,
  planned: SetJunction,
): readonly Finding[] {
  if (!facts?.running || !old) return []
  const { running: before, limits } = facts
  const values = plannedValues(old, planned)
  const has = settingsWith(planned.canOffset ? [offsetRow.kind] : [])
  const after = { ...writeSettings(before), ...values }
  return checkChange({ before, after, keys: Object.keys(values), has, limits })
}

/** Returns the shared attributes by which a junction gets its planned program and offset: only those that differ. */
export function plannedValues(before: SetJunction, planned: SetJunction): AttributeSet {
  const was = valuesOf(before)
  return Object.fromEntries(Object.entries(valuesOf(planned)).filter(([key, value]) => was[key] !== value))
}

function valuesOf({ program, offset, canOffset }: SetJunction): Readonly<Record<string, number>> {
  const which = { program: program.number }
  return { ...programRow.at(which).write(program), ...(canOffset && offsetRow.at(which).write(offset)) }
}
