import { Button, Group, Stack } from '@mantine/core'
import { useTexts } from '../../texts/useTexts.ts'

export interface DiscardQuestionProps {
  onKeep: () => void
  onDiscard: () => void
}

/** In the place of a form that is about to be left with something typed in it. The focus is on what loses nothing. */
export function DiscardQuestion({ onKeep, onDiscard }: DiscardQuestionProps) {
  const t = useTexts('common')
  return (
    <Stack gap="md" role="alertdialog" aria-label={t('discardQuestion')}>
      <p>{t('discardQuestion')}</p>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" data-autofocus onClick={onKeep}>
          {t('keepEditing')}
        </Button>
        <Button color="bad" onClick={onDiscard}>
          {t('discard')}
        </Button>
      </Group>
    </Stack>
  )
}
