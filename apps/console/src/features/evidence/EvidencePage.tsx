import type { Span } from '@greenwave/evidence/tables/table'
import { Button } from '@mantine/core'
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../data/apiErrors.ts'
import { errorText } from '../../data/errorText.ts'
import { evidenceKeyQuery, evidenceRowsQuery, takeEvidence } from '../../data/queries/evidence.ts'
import { serverNowMs } from '../../data/serverTime.ts'
import { FileExport } from '../../shared/FileExport.tsx'
import { JunctionPage } from '../../shared/JunctionPage.tsx'
import { NamedPhases } from '../../shared/NamedPhases.tsx'
import { useTexts } from '../../texts/useTexts.ts'
import { Card } from '../../ui/page/Card.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { SkeletonRows } from '../../ui/states/Skeletons.tsx'
import { type EvidenceAddress, MOST_SHOWN_MS, spanOf } from './model/evidenceAddress.ts'
import styles from './parts/Evidence.module.css'
import { Sheet } from './parts/Sheet.tsx'
import { SpanForm } from './parts/SpanForm.tsx'

/** Properties of `EvidencePage`. */
export interface EvidencePageProps {
  readonly deviceId: string
  readonly address: EvidenceAddress
  readonly onAddress: (address: EvidenceAddress) => void
}

/** Evidence of a span of a junction's past: to take as a signed file, and to read and print. */
export function EvidencePage({ deviceId, address, onAddress }: EvidencePageProps) {
  const t = useTexts('monitoring', 'evidence')
  // The span of an address without one must not move while one looks at it.
  const [openedMs] = useState(serverNowMs)
  const span = spanOf(address, openedMs)
  return (
    <JunctionPage
      narrow
      deviceId={deviceId}
      titleOf={(junction) => (junction ? t('titleOf', { junction }) : t('title'))}
      atMs={span.fromMs}
      evidence={{ from: span.fromMs, until: span.untilMs }}
    >
      <Card className={styles.choice ?? ''}>
        <SpanForm
          key={`${span.fromMs} ${span.untilMs}`}
          span={span}
          nowMs={openedMs}
          onSpan={({ fromMs, untilMs }) => onAddress({ from: fromMs, until: untilMs })}
        />
        <TakeEvidence deviceId={deviceId} span={span} />
      </Card>
      <SignedBy />
      <Shown deviceId={deviceId} span={span} />
    </JunctionPage>
  )
}

/** Shows whose key signs, so that its fingerprint can be written down before it is needed. */
function SignedBy() {
  const t = useTexts('monitoring', 'evidence')
  const { data: key, isError } = useQuery(evidenceKeyQuery)
  if (key === undefined) return isError ? <p className={styles.remark}>{t('keyUnknown')}</p> : null
  if (key === null) return <p className={styles.remark}>{t('unsigned')}</p>
  return (
    <Card title={t('key.title')}>
      <p>{t('key.why')}</p>
      <dl className={styles.facts}>
        <dt>{t('key.fingerprint')}</dt>
        <dd>
          <code className={styles.code}>{key.fingerprint}</code>
        </dd>
        <dt>{t('key.installation')}</dt>
        <dd>
          <code className={styles.code}>{key.installation}</code>
        </dd>
      </dl>
    </Card>
  )
}

function Shown({ deviceId, span }: { deviceId: string; span: Span }) {
  const t = useTexts('monitoring', 'evidence')
  const isShort = span.untilMs - span.fromMs <= MOST_SHOWN_MS
  const rows = useQuery({ ...evidenceRowsQuery(deviceId, span), enabled: isShort })
  if (!isShort) return <p className={styles.remark}>{t('tooLongToShow')}</p>
  if (rows.isError) {
    return (
      <ErrorState
        error={rows.error}
        fallback={t('loadFailed')}
        onRetry={() => void rows.refetch()}
        retrying={rows.isFetching}
      />
    )
  }
  if (!rows.data) return <SkeletonRows rows={8} />
  return (
    <>
      <div className={styles.print}>
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() => window.print()}
        >
          {t('print')}
        </Button>
      </div>
      <NamedPhases deviceId={deviceId}>
        <Sheet span={span} rows={rows.data} />
      </NamedPhases>
    </>
  )
}

/** Takes the package of a span, which the platform makes and signs. */
function TakeEvidence({ deviceId, span }: { deviceId: string; span: Span }) {
  const t = useTexts('monitoring', 'evidence')
  return (
    <FileExport
      label={t('take')}
      make={async (signal, onBytes: (bytes: number) => void) => {
        const { file, name = 'evidence.zip' } = await takeEvidence(deviceId, span, { signal, onBytes })
        return { file, name, done: name }
      }}
      writing={(bytes) => t('taking', { size: ((bytes ?? 0) / 1_048_576).toFixed(1) })}
      saved={(name) => t('saved', { name })}
      failed={(error) =>
        error instanceof ApiError && error.status === 404 ? t('notMade') : errorText(error, t('takeFailed'))
      }
    />
  )
}
