/** Maximum size of a shown picture, in bytes. Larger pictures can only be downloaded. */
const MAX_SHOWN = 2 * 1024 * 1024;

/** Returns whether the page shows this file as a picture. */
export function isPicture({ format, size }: { format: string; size: number }): boolean {
  return format.toUpperCase() === 'SVG' && size <= MAX_SHOWN;
}
