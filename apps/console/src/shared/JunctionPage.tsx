import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { deviceInfoQuery } from '../data/queries/devices.ts'
import { useTexts } from '../texts/useTexts.ts'
import { usePageTitle } from '../ui/page/tab.ts'
import { ErrorState } from '../ui/states/ErrorState.tsx'
import styles from './JunctionPage.module.css'
import { JunctionTabs, type JunctionTabsProps } from './JunctionTabs.tsx'

/** Properties of `JunctionPage`. */
export interface JunctionPageProps extends JunctionTabsProps {
  /** Returns the title; the name is undefined until it is known. */
  readonly titleOf: (junction: string | undefined) => string
  /** Links beside the tabs. */
  readonly links?: ReactNode
  /** Narrow: as wide as one reads lines, instead of as the window. */
  readonly narrow?: boolean
  /** Shown once the junction is known. */
  readonly children: ReactNode
}

/** A page about the past of one junction: its name, the tabs of its pages, and why it cannot be shown. */
export function JunctionPage({ titleOf, links, narrow = false, children, ...tabs }: JunctionPageProps) {
  const { deviceId } = tabs
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
        <div className={styles.links}>
          <JunctionTabs {...tabs} />
          {links}
        </div>
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
