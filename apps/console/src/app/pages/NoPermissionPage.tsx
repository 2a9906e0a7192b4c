import { Button } from '@mantine/core'
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import { useNavigate } from '@tanstack/react-router'
import { useTexts } from '../../texts/useTexts.ts'
import { MessagePage } from './MessagePage.tsx'

/** Shown when the user may not open this page. */
export function NoPermissionPage() {
  const t = useTexts('common', 'shell')
  const navigate = useNavigate()
  return (
    <MessagePage
      icon={IconLock}
      title={t('noPermission.title')}
      text={t('noPermission.text')}
      actions={<Button onClick={() => void navigate({ to: '/' })}>{t('noPermission.home')}</Button>}
    />
  )
}
