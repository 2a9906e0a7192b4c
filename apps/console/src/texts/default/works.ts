/** The texts of photos and works. */
export const works = {
  photo: {
    title: 'Photos',
    hint: 'Made small on this device, without the position where it was taken.',
    take: 'Take a photo',
    choose: 'Choose a photo',
    failed: 'This file is not a picture that the browser can read. Choose a JPEG, PNG or WebP file.',
    nth: 'Photo {{nth}}',
    enlarge: 'Enlarge photo {{nth}}',
    remove: 'Remove photo {{nth}}',
    notLoaded: 'The photo cannot be loaded',
  },
} as const
