import { Button, Group, Stack } from '@mantine/core'
import { useTexts } from '../../texts/useTexts.ts'

export interface DiscardQuestionProps {
  onKeep: () => void
  onDiscard: () => void
}

/**
 * Replaces a form that is about to be closed with input in it, and asks whether to discard the input. The focus starts
 * on the choice that loses nothing.
 */
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
