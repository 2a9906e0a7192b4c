import { Button, CloseButton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { errorText } from '../../../data/errorText.ts'
import { causeFaultMutation, sampleJunctionQuery } from '../../../data/queries/demonstration.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import {
  readSampleMemory,
  SAMPLE_CARDS,
  type SampleCard,
  type SampleMemory,
  writeSampleMemory,
} from '../model/sampleMemory.ts'
import styles from './SampleCards.module.css'

/** Seen after two seconds, and long enough to look at it. */
const FAULT = { fault: 'two-greens', seconds: 120 } as const

/** Leads a visitor in three clicks: cause a fault, see it in *Now*, replay it. Each card can be dismissed. */
export function SampleCards({ userId, onCards }: { readonly userId: string; readonly onCards: () => void }) {
  const [memory, setMemory] = useState(() => readSampleMemory(userId))
  const t = useTexts('settings', 'demonstration')
  const left = SAMPLE_CARDS.filter((card) => !memory.dismissed.includes(card))
  const { data: junction, isFetched } = useQuery({ ...sampleJunctionQuery(), enabled: left.length > 0 })
  const isKnown = left.length === 0 || isFetched
  const known = useEffectEvent(onCards)
  useEffect(() => {
    if (isKnown) known()
  }, [isKnown])
  if (left.length === 0 || !junction) return null
  const keep = (change: Partial<SampleMemory>): void => {
    const next = { ...memory, ...change }
    setMemory(next)
    writeSampleMemory(userId, next)
  }
  const step: Record<SampleCard, () => ReactNode> = {
    cause: () => <CauseStep deviceId={junction.id} onCaused={(causedMs) => keep({ causedMs })} />,
    now: () => (
      <Button variant="default" size="xs" renderRoot={(props) => <Link {...props} to="/now" />}>
        {t('cards.openNow')}
      </Button>
    ),
    replay: () => <ReplayStep deviceId={junction.id} atMs={memory.causedMs} />,
  }
  return (
    <ul className={styles.cards} aria-label={t('cards.label')}>
      {left.map((card) => (
        <li key={card} className={styles.card}>
          <div className={styles.words}>
            <div className={styles.title}>{t(`cards.titles.${card}`)}</div>
            <div className={styles.text}>{t(`cards.texts.${card}`, { junction: junction.title })}</div>
          </div>
          {step[card]()}
          <CloseButton
            size="sm"
            aria-label={t('cards.dismiss', { title: t(`cards.titles.${card}`) })}
            onClick={() => keep({ dismissed: [...memory.dismissed, card] })}
          />
        </li>
      ))}
    </ul>
  )
}

function CauseStep({ deviceId, onCaused }: { readonly deviceId: string; readonly onCaused: (ms: number) => void }) {
  const t = useTexts('settings', 'demonstration')
  const cause = useMutation(causeFaultMutation(deviceId))
  const act = () => cause.mutate(FAULT, { onSuccess: () => onCaused(serverNowMs()) })
  return (
    <>
      {cause.error && <ErrorText>{errorText(cause.error, t('causeFailed'))}</ErrorText>}
      <Button size="xs" disabled={cause.isPending || cause.isSuccess} onClick={act}>
        {t(cause.isSuccess ? 'cards.caused' : 'cards.cause')}
      </Button>
    </>
  )
}

function ReplayStep({ deviceId, atMs }: { readonly deviceId: string; readonly atMs: number | undefined }) {
  const t = useTexts('settings', 'demonstration')
  return (
    <Button
      variant="default"
      size="xs"
      renderRoot={(props) => (
        <Link {...props} to="/devices/$deviceId/history" params={{ deviceId }} search={{ at: atMs }} />
      )}
    >
      {t('cards.openHistory')}
    </Button>
  )
}
