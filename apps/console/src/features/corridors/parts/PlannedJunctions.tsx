import type { Finding } from '@greenwave/controller/checks/finding'
import { cycleSeconds, isServed } from '@greenwave/controller/cycle'
import { ofPhase, PHASES } from '@greenwave/controller/limits'
import { offsetRow } from '@greenwave/controller/settingTable/offset'
import { programRow } from '@greenwave/controller/settingTable/program'
import type { SetJunction } from '@greenwave/coordination/fromSettings'
import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import type { JunctionFacts } from '../model/corridorFacts.ts'
import styles from './Corridors.module.css'

interface PlannedJunctionsProps {
  readonly facts: readonly JunctionFacts[]
  readonly before: readonly SetJunction[]
  /** What is proposed, refused or not. */
  readonly after: readonly SetJunction[]
  /** The indices of the junctions that are to stay as they are. */
  readonly refused: ReadonlySet<number>
  readonly onRefused: (index: number, isRefused: boolean) => void
  readonly renderFindings: (findings: readonly Finding[]) => ReactNode
}

/** What is proposed for each junction, what the checks say of it, and whether it is accepted. */
export function PlannedJunctions({ facts, before, after, refused, onRefused, renderFindings }: PlannedJunctionsProps) {
  const t = useTexts('corridors')
  return (
    <Card title={t('proposal')} padded={false}>
      <ul className={styles.planned}>
        {after.map((junction, index) => {
          const old = before[index] ?? junction
          const changes = changesOf(old, junction)
          const findings = findingsOf(facts[index], junction)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the order of a corridor stays
            <li key={index}>
              <Checkbox
                label={junction.name}
                checked={!refused.has(index)}
                disabled={changes.length === 0}
                onChange={(event) => onRefused(index, !event.currentTarget.checked)}
              />
              <p>{changes.length > 0 ? changes.join(' · ') : t('staysAsItIs')}</p>
              {findings.length > 0 && renderFindings(findings)}
            </li>
          )
        })}
      </ul>
      <p className={styles.hint}>{t('notSent')}</p>
    </Card>
  )

  /** Returns what would be changed, in words. */
  function changesOf(old: SetJunction, planned: SetJunction): readonly string[] {
    const change = (what: string, from: number, to: number) =>
      from === to ? [] : [t('plannedChange', { what, from, to })]
    const phases = PHASES.flatMap((phase) => {
      const [from, to] = [ofPhase(old.program.phases, phase), ofPhase(planned.program.phases, phase)]
      if (!isServed(to)) return []
      return [
        ...change(t('plannedGreen', { phase }), from.green, to.green),
        ...change(t('plannedStart', { phase }), from.start, to.start),
      ]
    })
    const cycle = ({ program, clearance }: SetJunction) => cycleSeconds(program, clearance)
    return [
      ...change(t('cycle'), cycle(old), cycle(planned)),
      ...phases,
      ...change(t('offset'), old.offset, planned.offset),
    ]
  }
}

/** Returns what the checks say of a junction with its planned program and offset. */
function findingsOf(facts: JunctionFacts | undefined, { program, offset, canOffset }: SetJunction): readonly Finding[] {
  if (!facts?.running) return []
  const settings = programRow.at({ program: program.number }).put(facts.running, program)
  return [
    ...programRow.at({ program: program.number }).check(program, { settings }),
    ...(canOffset ? offsetRow.at({ program: program.number }).check(offset, { settings }) : []),
  ]
}
