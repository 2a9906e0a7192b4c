import { Button } from '@mantine/core'
import { useState } from 'react'
import { askForNotices, noticePermission, showNotice, useNoticePermission } from '../../../data/noticePermission.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import { Channel } from './Channel.tsx'

interface BrowserChannelProps {
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  /** Called when the browser was allowed to show notices. Rejects when that could not be saved. */
  readonly onAllowed: () => Promise<unknown>
}

/** Notices of this browser while the console is open. The browser is asked only by a button. */
export function BrowserChannel({ isOn, onChange, onAllowed }: BrowserChannelProps) {
  const t = useTexts('admin', 'notify')
  const permission = useNoticePermission()
  const [result, setResult] = useState<'shown' | 'cannot' | 'notSaved'>()

  async function ask(): Promise<void> {
    await askForNotices()
    if (noticePermission() === 'granted') await onAllowed().catch(() => setResult('notSaved'))
  }

  function test(): void {
    const notice = showNotice(t('testNotice'), { body: t('testNoticeBody'), tag: 'gw-test' })
    setResult(notice ? 'shown' : 'cannot')
  }

  return (
    <Channel
      {...{ name: 'browser', label: t('browser'), isOn, onChange }}
      onTest={permission === 'granted' ? test : undefined}
    >
      {permission === 'missing' && <p>{t('browserMissing')}</p>}
      {permission === 'denied' && <p>{t('browserDenied')}</p>}
      {permission === 'granted' && result !== 'cannot' && <p>{t('browserOn')}</p>}
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
      {result === 'cannot' && <ErrorText>{t('browserCannot')}</ErrorText>}
      {result === 'notSaved' && <ErrorText>{t('saveFailed')}</ErrorText>}
      <output>{result === 'shown' ? t('testShown') : ''}</output>
    </Channel>
  )
}
