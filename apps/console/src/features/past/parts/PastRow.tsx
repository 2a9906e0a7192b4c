import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import { isoDate } from '@greenwave/controller/isoTime'
import { Button } from '@mantine/core'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useRef, useState } from 'react'
import { codeOf, junctionOf, levelNameOf, personOf, subjectOf } from '../../../data/alarmWords.ts'
import { alarmCommentsQuery } from '../../../data/queries/pastIncidents.ts'
import { dateText, timeText } from '../../../shared/dateText.ts'
import { HistoryLink } from '../../../shared/HistoryLink.tsx'
import { useIncidentWords } from '../../../shared/useIncidentWords.ts'
import { isWritten, lastActor } from '../../../shared/useNoteText.ts'
import { WhatItMeans } from '../../../shared/WhatItMeans.tsx'
import { useTexts } from '../../../texts/useTexts.ts'
import { useOnScreen } from '../../../ui/page/useOnScreen.ts'
import { HealthMark } from '../../../ui/states/HealthMark.tsx'
import { useAgeText } from '../../../ui/states/useAgeText.ts'
import { incidentOf } from '../model/pastIncident.ts'
import styles from './Past.module.css'
import { PastDetails } from './PastDetails.tsx'

/** Shows a past incident: what it was, when and for how long, and who dealt with it. It opens into its details. */
export function PastRow({ alarm }: { alarm: AlarmInfo }) {
  const t = useTexts('monitoring', 'past')
  const row = useRef<HTMLLIElement>(null)
  const onScreen = useOnScreen(row)
  const [open, setOpen] = useState(false)
  const details = useId()
  const sentence = useIncidentWords()(incidentOf(alarm), alarm.startTs)
  const level = levelNameOf(alarm.severity)
  const junction = junctionOf(alarm)
  const comments = useQuery({ ...alarmCommentsQuery(alarm.id.id), enabled: onScreen })
  return (
    <li ref={row} className={styles.row}>
      <div className={styles.mark}>
        <HealthMark mark={level} label={t(`severities.${level}`)} />
      </div>
      <div className={styles.what}>
        <h2 className={styles.junction}>
          {alarm.originator.entityType === 'DEVICE' ? (
            <Link to="/devices/$deviceId" params={{ deviceId: alarm.originator.id }}>
              {junction}
            </Link>
          ) : subjectOf(alarm) === 'corridor' ? (
            <Link to="/corridors/$corridorId" params={{ corridorId: alarm.originator.id }}>
              {junction}
            </Link>
          ) : (
            junction
          )}
        </h2>
        <p className={styles.sentence}>{sentence}</p>
        <Facts alarm={alarm} comments={comments.data?.data ?? []} />
        <p className={styles.links}>
          {alarm.originator.entityType === 'DEVICE' && (
            <HistoryLink deviceId={alarm.originator.id} atMs={alarm.startTs} junction={junction} />
          )}
          <WhatItMeans code={codeOf(alarm) ?? 'other'} />
        </p>
      </div>
      <Button
        variant="default"
        className={styles.toggle ?? ''}
        aria-expanded={open}
        aria-controls={details}
        aria-label={t('detailsOf', { junction, sentence })}
        rightSection={<IconChevronDown className={styles.chevron} size={16} stroke={1.8} aria-hidden="true" />}
        onClick={() => setOpen(!open)}
      >
        {t('details')}
      </Button>
      <div id={details} className={styles.details} hidden={!open}>
        {open && <PastDetails alarm={alarm} comments={comments} />}
      </div>
    </li>
  )
}

type Comments = Parameters<typeof lastActor>[0]

function Facts({ alarm, comments }: { alarm: AlarmInfo; comments: Comments }) {
  const t = useTexts('monitoring', 'past')
  const ageText = useAgeText()
  const { startTs, clearTs, acknowledged, assignee } = alarm
  const who = lastActor(comments, 'ACKED_BY_USER')
  const count = comments.filter(isWritten).length
  const facts = [
    `${dateText(startTs)} – ${isoDate(startTs) === isoDate(clearTs) ? timeText(clearTs) : dateText(clearTs)}`,
    t('lasted', { length: ageText(clearTs - startTs) }),
    !acknowledged ? t('notAcknowledged') : who ? t('acknowledgedBy', { who }) : t('acknowledged'),
    assignee && t('assigned', { who: personOf(assignee) }),
    count > 0 && t('comments', { count }),
  ]
  return <p className={styles.facts}>{facts.filter(Boolean).join(' · ')}</p>
}
