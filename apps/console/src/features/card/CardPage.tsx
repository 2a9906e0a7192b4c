import { Button } from '@mantine/core'
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs'
import IconShare from '@tabler/icons-react/dist/esm/icons/IconShare.mjs'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { asOf } from '../../data/asOf.ts'
import { consoleSettings } from '../../data/consoleSettings.ts'
import { errorText } from '../../data/errorText.ts'
import type { Incident } from '../../data/fleet/incident.ts'
import { useFleet, useFleetStatus, useMarkedJunctions, useOpenIncidents } from '../../data/fleet/useFleet.ts'
import { useWrongRows } from '../../data/fleet/useWrongRows.ts'
import { acknowledge } from '../../data/queries/incidents.ts'
import { serverNowMs } from '../../data/serverTime.ts'
import { useSession } from '../../data/session.ts'
import { useWatch } from '../../data/useWatch.ts'
import { dateText, sinceText } from '../../shared/dateText.ts'
import { saveFile } from '../../shared/saveFile.ts'
import { useHealthWords } from '../../shared/useHealthWords.ts'
import { useIncidentWords } from '../../shared/useIncidentWords.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { notifyError } from '../../ui/notices/notify.tsx'
import { usePageTitle } from '../../ui/page/tab.ts'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { SkeletonRows } from '../../ui/states/Skeletons.tsx'
import { cardCounts } from './model/cardCounts.ts'
import { drawState } from './model/statePicture.ts'
import styles from './parts/Card.module.css'
import { WrongJunction } from './parts/WrongJunction.tsx'

/** The most junctions that the card lists; the others are in *Now*. */
const MOST = 20

interface CardPageProps {
  /** Opens the form in which a user writes what is seen at a junction. It is a property because features do not import one another. */
  readonly onReport: (incident: Incident) => void
}

/** Where a phone begins: one sentence about all junctions of the user, then what is wrong, the worst first. */
export function CardPage({ onReport }: CardPageProps) {
  const t = useTexts('incidents', 'card')
  usePageTitle(t('title'))
  const session = useSession()
  const maySend = session.state === 'signedIn' && session.isTenantAdmin
  const fleet = useFleet()
  const open = useOpenIncidents()
  useMarkedJunctions(fleet)
  const status = useFleetStatus(fleet)
  const rows = useWrongRows(fleet, open)
  const sentence = useSentence(cardCounts(fleet.junctions.values(), useWatch()))
  const wrong = rows.flatMap((row) =>
    row.level < 3 ? [] : row.kind === 'group' ? row.incidents : row.kind === 'incident' ? [row.incident] : [],
  )
  const acts = useAcknowledge((alarm) => open.take(alarm))
  const share = useShare(sentence, wrong)
  const phone = consoleSettings().companyPhone
  const isKnown = status.atMs !== null
  return (
    <div className={styles.page}>
      <h1>{t('title')}</h1>
      {isKnown && (
        <p className={styles.sentence} role="status">
          {sentence}
        </p>
      )}
      {!isKnown && status.error && (
        <ErrorState error={status.error} fallback={t('failed')} onRetry={() => fleet.readAgain()} />
      )}
      {!isKnown && !status.error && <SkeletonRows rows={4} height={96} />}
      <div className={styles.bar}>
        {phone !== '' && (
          <Button
            component="a"
            href={`tel:${phone.replace(/[^+\d]/g, '')}`}
            leftSection={<IconPhone size={18} aria-hidden="true" />}
          >
            {t('call')}
          </Button>
        )}
        {isKnown && (
          <Button variant="default" leftSection={<IconShare size={18} aria-hidden="true" />} onClick={share}>
            {t('share')}
          </Button>
        )}
      </div>
      {isKnown && wrong.length === 0 && status.total !== 0 && <p>{t('nothing')}</p>}
      {/* With the sentence: what comes below it does not move then. */}
      {(isKnown || status.error) && (
        <>
          <ul className={styles.list}>
            {wrong.slice(0, MOST).map((incident) => (
              <WrongJunction key={incident.id} incident={incident} report={onReport} maySend={maySend} {...acts} />
            ))}
          </ul>
          <nav className={styles.links} aria-label={t('links')}>
            {wrong.length > MOST && <Link to="/now">{t('more', { count: wrong.length - MOST })}</Link>}
            <Link to="/" search={{ panel: 'yes' }}>
              {t('dashboard')}
            </Link>
            <Link to="/devices">{t('devices')}</Link>
          </nav>
        </>
      )}
    </div>
  )
}

/** Returns the sentence: how many junctions work, and what the others have. */
function useSentence({ total, working, others }: ReturnType<typeof cardCounts>): string {
  const t = useTexts('incidents', 'card')
  const words = useHealthWords()
  if (total === 0) return t('none')
  const parts = others.map(({ code, count }) => t('others', { count, state: words.name({ code }).toLowerCase() }))
  return [t('work', { count: total, working }), ...parts].join(' · ')
}

/** Acknowledges one incident at a time; a failure is shown until it is closed. */
function useAcknowledge(take: (alarm: Awaited<ReturnType<typeof acknowledge>>) => void) {
  const now = useTexts('incidents', 'now')
  const [isSending, setSending] = useState(false)
  const send = async ({ id, junction }: Incident) => {
    setSending(true)
    try {
      take(await acknowledge(id))
    } catch (error) {
      notifyError([now('acknowledgeFailed', { junction }), errorText(error, '')].filter(Boolean).join(' '))
    } finally {
      setSending(false)
    }
  }
  return { acknowledge: isSending ? undefined : (incident: Incident) => void send(incident) }
}

/** Returns a function that shares a picture of the state with its time, or saves it where the browser cannot share. */
function useShare(sentence: string, wrong: readonly Incident[]): () => void {
  const t = useTexts('incidents', 'card')
  const words = useIncidentWords()
  const send = async () => {
    const nowMs = serverNowMs()
    const atMs = asOf.state ?? nowMs
    const rows = wrong.slice(0, MOST).map((incident) => ({
      name: incident.junction,
      text: `${words(incident, nowMs)} · ${sinceText(incident.sinceMs, nowMs)}`,
    }))
    const head = `${consoleSettings().productName} · ${dateText(atMs)}`
    const picture = await drawState({ head, sentence, rows })
    const name = `${consoleSettings().productName} ${dateText(atMs).replaceAll(/[/:]/g, '-')}.png`
    const file = new File([picture], name, { type: picture.type })
    if (navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file], title: head, text: sentence })
    else saveFile(file, name)
  }
  return () =>
    void send().catch((error: unknown) => {
      // The user closed the choice of programs.
      if (!(error instanceof DOMException && error.name === 'AbortError')) notifyError(t('shareFailed'))
    })
}
