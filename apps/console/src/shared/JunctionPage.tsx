import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { deviceInfoQuery } from '../data/queries/devices.ts'
import { useTexts } from '../texts/useTexts.ts'
import { usePageTitle } from '../ui/page/usePageTitle.ts'
import { ErrorState } from '../ui/states/ErrorState.tsx'
import styles from './JunctionPage.module.css'

/** Properties of `JunctionPage`. */
export interface JunctionPageProps {
  readonly deviceId: string
  /** Returns the title; the name is undefined until it is known. */
  readonly titleOf: (junction: string | undefined) => string
  /** Links to other pages of the junction. */
  readonly links: ReactNode
  /** Narrow: as wide as one reads lines, instead of as the window. */
  readonly narrow?: boolean
  /** Shown once the junction is known. */
  readonly children: ReactNode
}

/** A page about the past of one junction: its name, links to its other pages, and why it cannot be shown. */
export function JunctionPage({ deviceId, titleOf, links, narrow = false, children }: JunctionPageProps) {
  const device = useTexts('device')
  const info = useQuery(deviceInfoQuery(deviceId))
  const title = titleOf(info.data && (info.data.label || info.data.name))
  usePageTitle(title, 'ok')
  return (
    <div className={styles.page} data-narrow={narrow || undefined}>
      <header className={styles.head}>
        <div>
          <h1>{title}</h1>
          {info.data?.label && <p>{info.data.name}</p>}
        </div>
        <nav className={styles.links}>{links}</nav>
      </header>
      {info.isError && (
        <ErrorState
          error={info.error}
          fallback={device('failedToLoad')}
          onRetry={() => void info.refetch()}
          retrying={info.isFetching}
          wayOut={<Button renderRoot={(props) => <Link to="/devices" {...props} />}>{device('toDevices')}</Button>}
        />
      )}
      {info.data && children}
    </div>
  )
}
