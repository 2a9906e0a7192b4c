import type { SystemReport } from '@greenwave/contract/wire/systemReport'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { VERSION } from '../../../data/consoleSettings.ts'
import { systemInfoQuery } from '../../../data/queries/system.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useNow } from '../../../data/useNow.ts'
import { useWatch } from '../../../data/useWatch.ts'
import { dateText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { StatusTag } from '../../../ui/states/StatusTag.tsx'
import { useAgeText } from '../../../ui/states/useAgeText.ts'
import { useNumberText } from '../../../ui/states/useNumberText.ts'
import { withCityTimes } from '../model/cityTimes.ts'
import styles from './System.module.css'

/** Interval at which ages are written again, milliseconds. */
const STEP_MS = 5_000
/** A disk that is full sooner needs somebody, days. */
const SOON_DAYS = 14

/** Facts about the installation; without a report those that the console knows by itself. */
export function SystemFacts({ report }: { readonly report: SystemReport | null }) {
  const t = useTexts('admin', 'system')
  const { data: info } = useQuery(systemInfoQuery())
  const platform = info ? `${info.name} ${info.version}` : t('unnamed')
  return (
    <>
      {report === null && <p className={styles.hint}>{t('foreign')}</p>}
      <dl className={styles.facts}>
        {report === null && <Fact name={t('console')}>{`Greenwave ${VERSION}`}</Fact>}
        <Fact name={t('platform')}>
          {platform}
          {report && <News news={report.news} />}
        </Fact>
        {report && <OwnFacts report={report} />}
        <Fact name={t('watcher')}>
          <WatcherFact />
        </Fact>
      </dl>
    </>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function News({ news }: Pick<SystemReport, 'news'>) {
  const t = useTexts('admin', 'system')
  if (news.length === 0) return null
  return (
    <details className={styles.more}>
      <summary>{t('news')}</summary>
      {news.map(({ title, lines }) => (
        <div key={title} lang="en">
          <h3>{title}</h3>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      ))}
    </details>
  )
}

function OwnFacts({ report }: { readonly report: SystemReport }) {
  const t = useTexts('admin', 'system')
  const age = useAgeText()
  const number = useNumberText()
  const nowMs = useNow(STEP_MS, serverNowMs)
  const { startedMs, controllers, messagesPerSecond, disk, backup, backupTest } = report
  return (
    <>
      <Fact name={t('running')}>{t('runningFor', { length: age(nowMs - startedMs), time: dateText(startedMs) })}</Fact>
      <Fact name={t('controllers')}>
        {t('controllersText', { ...controllers, rate: number(Math.round(messagesPerSecond * 10) / 10) })}
      </Fact>
      {disk && (
        <Fact name={t('disk')}>
          {disk.daysLeft !== null && disk.daysLeft < SOON_DAYS && <StatusTag tone="bad">{t('soonFull')}</StatusTag>}
          <span>
            {t('diskText', {
              free: number(gigabytes(disk.freeBytes)),
              total: number(gigabytes(disk.totalBytes)),
              used: number(gigabytes(disk.usedBytes)),
            })}{' '}
            {!disk.isForecast
              ? t('diskUnknown')
              : disk.daysLeft === null
                ? t('diskEnough')
                : t('diskDays', { count: disk.daysLeft })}
          </span>
        </Fact>
      )}
      <Fact name={t('backup')}>
        {backup
          ? backup.atMs === 0
            ? t('backupNever', { address: backup.address })
            : t('backupText', { address: backup.address, age: age(nowMs - backup.atMs) })
          : t('backupNone')}
      </Fact>
      <Fact name={t('backupTest')}>
        {backupTest ? (
          <>
            <StatusTag tone={backupTest.isGood ? 'ok' : 'bad'}>
              {t(backupTest.isGood ? 'testGood' : 'testBad')}
            </StatusTag>
            <span>
              {dateText(backupTest.atMs)}: <span lang="en">{withCityTimes(backupTest.says)}</span>
            </span>
          </>
        ) : (
          t('testNever')
        )}
      </Fact>
    </>
  )
}

function WatcherFact() {
  const t = useTexts('admin', 'system')
  const age = useAgeText()
  const watch = useWatch()
  const nowMs = useNow(STEP_MS, serverNowMs)
  switch (watch.kind) {
    case 'unknown':
      return t('watcherUnknown')
    case 'watched':
      return t('watched', { age: age(nowMs - watch.atMs) })
    default:
      return <StatusTag tone="bad">{t('notWatched')}</StatusTag>
  }
}

const gigabytes = (bytes: number): number => Math.round(bytes / 1e7) / 100
