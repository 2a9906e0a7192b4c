import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { openDialogAlone } from '../../../test/deviceDialog.tsx'
import {
  askAbout,
  buttonsOf,
  dialogsClosed,
  expectRefused,
  fieldsOf,
  fill,
  openDevicePage,
  openDialog,
  press,
  SERVER,
} from '../../../test/devicePage.ts'

const URL = 'https://example.com/nga-tu.jpg'
const withImage = { server: { ...SERVER, image: URL } }
const openImage = () => openDialogAlone({ kind: 'image' })

describe('the intersection image', () => {
  it('has Image URL, Cancel and Save, and Save is disabled while the field is empty [spec 2 image dialog] [spec 5 image]', async () => {
    const { sent, dialog } = await openImage()
    expect(fieldsOf(dialog)).toEqual(['Image URL'])
    await within(dialog).findByRole('button', { name: 'Choose a photo' })
    expect(buttonsOf(dialog)).toEqual(['Choose a photo', 'Cancel', 'Save'])
    const field = within(dialog).getByLabelText('Image URL')
    expect(field).toHaveAttribute('type', 'url')
    expect(field).toHaveFocus()
    const save = within(dialog).getByRole('button', { name: 'Save' })
    expect(save).toBeDisabled()
    await userEvent.type(field, '  {Enter}')
    expect(save).toBeDisabled()
    await fill(dialog, { 'Image URL': URL })
    expect(save).toBeEnabled()
    await fill(dialog, { 'Image URL': '' })
    expect(save).toBeDisabled()
    expect(sent()).toEqual([])
  })

  it.each(['nga-tu.jpg', 'example.com/a.jpg', 'javascript:alert(1)', 'https://'])(
    'refuses %j, which is no URL of an image [spec 5 image]',
    async (text) => {
      const page = await openImage()
      const { dialog } = page
      await fill(dialog, { 'Image URL': text })
      await press(dialog, 'Save')
      const words = 'Please enter a URL, such as https://example.com/junction.jpg'
      expectRefused(page, dialog, 'Image URL', words)
    },
  )

  it('shows what is typed as it would look, and a placeholder where it cannot be loaded [spec 2 image dialog]', async () => {
    const { dialog } = await openImage()
    expect(within(dialog).queryByRole('img')).not.toBeInTheDocument()
    await fill(dialog, { 'Image URL': URL })
    const picture = await within(dialog).findByRole('img', { name: 'The intersection Ngã tư 7' })
    expect(picture).toHaveAttribute('src', URL)
    fireEvent.error(picture)
    expect(within(dialog).getByRole('img', { name: 'The image cannot be loaded' })).toBeVisible()
    await fill(dialog, { 'Image URL': `${URL}?2` })
    await waitFor(() =>
      expect(within(dialog).getByRole('img', { name: 'The intersection Ngã tư 7' })).toHaveAttribute('src', `${URL}?2`),
    )
  })

  it('goes out as the server attribute image, without the spaces around it [spec 3 image] [spec 7 attributes]', async () => {
    const { sent } = await openDevicePage()
    const question = await askAbout(
      await openDialog('Add image', 'Intersection image'),
      { 'Image URL': ` ${URL} ` },
      'Save',
    )
    expect(sent()).toEqual([])
    await press(question, 'Xác nhận')
    await dialogsClosed()
    expect(sent()).toEqual([{ scope: 'SERVER_SCOPE', body: { image: URL } }])
    expect(await screen.findByRole('img', { name: 'The intersection Ngã tư 7' })).toHaveAttribute('src', URL)
  })

  it('starts with the stored address [spec 2 image dialog]', async () => {
    await openDevicePage(withImage)
    const dialog = await openDialog('Edit image', 'Intersection image')
    expect(within(dialog).getByLabelText('Image URL')).toHaveValue(URL)
    expect(within(dialog).getByRole('button', { name: 'Save' })).toBeEnabled()
  })
})

describe('deleting the image', () => {
  it('asks first, sends nothing after Hủy, and an empty text after Xác nhận [spec 3 image] [spec 4 configuration] [spec 7 attributes]', async () => {
    const { sent } = await openDevicePage(withImage)
    const question = await openDialog('Delete image', 'Delete image')
    expect(question).toHaveTextContent('Delete the image of this intersection?')
    expect(buttonsOf(question)).toEqual(['Hủy', 'Xác nhận'])
    await press(question, 'Hủy')
    await dialogsClosed()
    expect(sent()).toEqual([])
    await press(await openDialog('Delete image', 'Delete image'), 'Xác nhận')
    await dialogsClosed()
    expect(sent()).toEqual([{ scope: 'SERVER_SCOPE', body: { image: '' } }])
    expect(await screen.findByText('No image set')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Add image' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Delete image' })).not.toBeInTheDocument()
  })
})
