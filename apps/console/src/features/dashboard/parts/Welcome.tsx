import { Loader } from '@mantine/core'
import { consoleSettings } from '../../../data/consoleSettings.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'

/** In the place of a device while none is selected. */
export function Welcome({ loading }: { loading: boolean }) {
  const t = useTexts('dashboard')
  if (loading) return <Loader aria-label={t('loading')} mx="auto" my="xl" display="block" />
  return <EmptyState title={t('welcome', { product: consoleSettings().productName })} text={t('select')} />
}
