import { Button } from '@mantine/core'
import IconMapQuestion from '@tabler/icons-react/dist/esm/icons/IconMapQuestion.mjs'
import { useNavigate } from '@tanstack/react-router'
import { useTexts } from '../../texts/useTexts.ts'
import { MessagePage } from './MessagePage.tsx'

/** Shown when there is no page at this address. */
export function NotFoundPage() {
  const t = useTexts('common', 'shell')
  const navigate = useNavigate()
  return (
    <MessagePage
      icon={IconMapQuestion}
      title={t('notFound.title')}
      text={t('notFound.text')}
      actions={<Button onClick={() => void navigate({ to: '/' })}>{t('notFound.home')}</Button>}
    />
  )
}
