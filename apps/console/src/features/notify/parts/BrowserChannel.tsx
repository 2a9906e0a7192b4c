import { Button } from '@mantine/core'
import { useState } from 'react'
import { askForNotices, noticePermission, useNoticePermission } from '../../../data/noticePermission.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { Channel } from './Channel.tsx'

interface BrowserChannelProps {
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  /** Called when the browser was allowed to show notices. */
  readonly onAllowed: () => void
}

/** Notices of this browser while the console is open. The browser is asked only by a button. */
export function BrowserChannel({ isOn, onChange, onAllowed }: BrowserChannelProps) {
  const t = useTexts('notify')
  const permission = useNoticePermission()
  const [isShown, setIsShown] = useState(false)

  async function ask(): Promise<void> {
    await askForNotices()
    if (noticePermission() === 'granted') onAllowed()
  }

  function test(): void {
    new Notification(t('testNotice'), { body: t('testNoticeBody'), tag: 'gw-test' })
    setIsShown(true)
  }

  return (
    <Channel
      {...{ name: 'browser', label: t('browser'), isOn, onChange }}
      onTest={permission === 'granted' ? test : undefined}
    >
      {permission === 'missing' && <p>{t('browserMissing')}</p>}
      {permission === 'denied' && <p>{t('browserDenied')}</p>}
      {permission === 'granted' && <p>{t('browserOn')}</p>}
      {permission === 'default' && (
        <>
          <p>{t('browserUnasked')}</p>
          <div>
            <Button variant="default" onClick={() => void ask()}>
              {t('browserAsk')}
            </Button>
          </div>
        </>
      )}
      <output>{isShown ? t('testShown') : ''}</output>
    </Channel>
  )
}
