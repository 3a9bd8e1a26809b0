import { useEffect, useState } from 'react';

/** Returns the width of a picture file over its height; undefined for other files and until it is read. */
export function useProportion(file: File): number | undefined {
  const [proportion, setProportion] = useState<number>();
  useEffect(() => {
    let isCurrent = true;
    const read = async (): Promise<void> => {
      try {
        const bitmap = await createImageBitmap(file);
        if (isCurrent) setProportion(bitmap.width / bitmap.height);
        bitmap.close();
      } catch {
        // A PDF, or a picture that the server will refuse with the reason.
      }
    };
    void read();
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return proportion;
}
