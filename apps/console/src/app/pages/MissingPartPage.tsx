import { Button } from '@mantine/core'
import IconCloudDownload from '@tabler/icons-react/dist/esm/icons/IconCloudDownload.mjs'
import IconPlugConnectedX from '@tabler/icons-react/dist/esm/icons/IconPlugConnectedX.mjs'
import { useEffect, useEffectEvent, useState } from 'react'
import { isPlatformReachable } from '../../data/againWhenBack.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { SkeletonRows } from '../../ui/states/Skeletons.tsx'
import { MessagePage, type MessagePageProps } from './MessagePage.tsx'

/**
 * Milliseconds between two checks while there is no connection. They are needed because nothing announces that the
 * platform runs again.
 */
const LOOK_EVERY_MS = 5000

export interface MissingPartPageProps {
  onRetry: () => void
  details: NonNullable<MessagePageProps['details']>
}

/**
 * Shown when a page's program could not be loaded. Without a connection it shows that, and opens the page automatically
 * the platform answers. With a connection, the console was upgraded meanwhile and its old files are gone, so the page
 * must be reloaded.
 */
export function MissingPartPage({ onRetry, details }: MissingPartPageProps) {
  const t = useTexts('common', 'shell')
  const [connection, setConnection] = useState<'unknown' | 'none' | 'there'>('unknown')
  const hear = useEffectEvent((answers: boolean) => {
    if (answers && connection === 'none') onRetry()
    else setConnection(answers ? 'there' : 'none')
  })
  useEffect(() => {
    const stopped = new AbortController()
    const { signal } = stopped
    const look = async () => {
      const answers = await isPlatformReachable()
      if (!signal.aborted) hear(answers)
    }
    const lookNow = () => {
      if (document.visibilityState === 'visible') void look()
    }
    void look()
    const timer = setInterval(lookNow, LOOK_EVERY_MS)
    window.addEventListener('online', lookNow, { signal })
    document.addEventListener('visibilitychange', lookNow, { signal })
    return () => {
      stopped.abort()
      clearInterval(timer)
    }
  }, [])
  const reload = () =>
    void import('../../data/reloadAfresh.ts').then(
      ({ reloadAfresh }) => reloadAfresh(),
      () => window.location.reload(),
    )
  switch (connection) {
    case 'unknown':
      return <SkeletonRows />
    case 'none':
      return (
        <MessagePage
          icon={IconPlugConnectedX}
          title={t('noConnection.title')}
          text={t('noConnection.text')}
          actions={<Button onClick={onRetry}>{t('error.retry')}</Button>}
          details={details}
        />
      )
    case 'there':
      return (
        <MessagePage
          icon={IconCloudDownload}
          title={t('newVersion.title')}
          text={t('newVersion.text')}
          actions={
            <>
              <Button onClick={reload}>{t('error.reload')}</Button>
              <Button variant="default" onClick={onRetry}>
                {t('error.retry')}
              </Button>
            </>
          }
          details={details}
        />
      )
  }
}
