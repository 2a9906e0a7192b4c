import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useTexts } from '../../texts/useTexts.ts'

/** Grey bars in place of a list or a form that is loading. */
export function SkeletonRows({ rows = 5, height = 36 }: { rows?: number; height?: number }) {
  const t = useTexts('common')
  return (
    <Stack gap="xs" p="sm" aria-busy="true">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <Skeleton key={row} height={height} radius="sm" />
      ))}
    </Stack>
  )
}

/** Grey block in place of a card or a map that is loading. */
export function SkeletonBlock({ height }: { height: number | string }) {
  const t = useTexts('common')
  return (
    <div aria-busy="true">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <Skeleton height={height} radius="md" />
    </div>
  )
}
