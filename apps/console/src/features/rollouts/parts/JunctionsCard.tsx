import { MOST_JUNCTIONS } from '@greenwave/contract/records/recordKeys'
import { ActionIcon, Button } from '@mantine/core'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useState } from 'react'
import { chooseJunctions, toggleJunctions } from '../../../data/chosenJunctions.ts'
import { useIncidentList, useOpenIncidents } from '../../../data/fleet/useFleet.ts'
import { JunctionFilter } from '../../../shared/JunctionFilter.tsx'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import styles from './Rollouts.module.css'

/** Number of junctions shown until the user asks for more. */
const SHOWN = 12

interface JunctionsCardProps {
  readonly ids: readonly string[]
  readonly nameOf: (id: string) => string
  /** Whether it is about clocks. */
  readonly ofClocks: boolean
}

/** The junctions that are changed: each can be taken out, and others added. */
export function JunctionsCard({ ids, nameOf, ofClocks }: JunctionsCardProps) {
  const t = useTexts('settings', 'rollouts')
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? ids : ids.slice(0, SHOWN)
  return (
    <Card
      title={t('card.junctions')}
      tags={t('junctions', { count: ids.length })}
      actions={
        ids.length > 0 && (
          <Button variant="subtle" onClick={() => chooseJunctions([])}>
            {t('chooseNone')}
          </Button>
        )
      }
    >
      {ids.length === 0 ? (
        <p className={styles.facts}>{t('card.noJunctions')}</p>
      ) : (
        <ul className={styles.junctions} aria-label={t('card.junctions')}>
          {shown.map((id) => (
            <li key={id}>
              {nameOf(id)}
              <ActionIcon
                variant="subtle"
                aria-label={t('card.remove', { junction: nameOf(id) })}
                onClick={() => toggleJunctions([id], false)}
              >
                <IconX size={14} aria-hidden="true" />
              </ActionIcon>
            </li>
          ))}
          {shown.length < ids.length && (
            <Button variant="subtle" onClick={() => setShowsAll(true)}>
              {t('card.showAll', { count: ids.length })}
            </Button>
          )}
        </ul>
      )}
      {ids.length >= MOST_JUNCTIONS && <p className={styles.facts}>{t('card.most', { count: MOST_JUNCTIONS })}</p>}
      <div className={styles.row}>
        <JunctionFilter
          isNeeded
          label={t('card.add')}
          junction={undefined}
          onChange={(id) => id !== undefined && toggleJunctions([id], true)}
        />
        {ofClocks && <DriftingClocks />}
      </div>
    </Card>
  )
}

/** Chooses every junction whose clock drifts, as the watcher knows it. */
function DriftingClocks() {
  const t = useTexts('settings', 'rollouts')
  const incidents = useIncidentList(useOpenIncidents())
  const drifting = incidents.filter(({ code }) => code === 'clock').map(({ junctionId }) => junctionId)
  if (drifting.length === 0) return <p className={styles.facts}>{t('card.noneDrifting')}</p>
  return (
    <Button variant="default" onClick={() => chooseJunctions(drifting)}>
      {t('card.drifting')} ({drifting.length})
    </Button>
  )
}
