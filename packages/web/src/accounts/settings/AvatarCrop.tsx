import { Slider } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { toast } from '../../app/toast.ts';
import { call } from '../../kit/api/index.ts';
import { FormDialog } from '../../app/dialog/FormDialog.tsx';
import { useApiForm } from '../../kit/form/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { computeMiddleSquare, moveSquare, resizeSquare, type Square } from './crop-square.ts';
import classes from './settings.module.css';

interface AvatarCropProps {
  readonly file: File;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

const KEY_STEP = 10;

/**
 * Crops a picture to a square, by pointer or keyboard. A file that the browser cannot show is cropped to its
 * largest centred square.
 */
export function AvatarCrop({ file, onClose, onSaved }: AvatarCropProps) {
  const [url, setUrl] = useState<string>();
  const [picture, setPicture] = useState<{ width: number; height: number }>();
  const [square, setSquare] = useState<Square>();
  const [cannotShow, setCannotShow] = useState(false);
  useEffect(() => {
    const objectUrl = URL.createObjectURL(file);
    // oxlint-disable-next-line react/set-state-in-effect -- the URL lives as long as the effect
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file]);
  const upload = useMutation({
    mutationFn: () => call('avatarUpload', { query: square ?? {} }, { file }),
    meta: { busy: 'uploading' },
  });
  const state = useApiForm({
    initialValues: {},
    validate: () => ({}),
    onSubmit: async () => {
      await upload.mutateAsync();
      toast.done('Picture saved.');
      onSaved();
    },
  });
  return (
    <FormDialog {...state} title="Your picture" width="narrow" submit="Save" onClose={onClose}>
      {cannotShow && (
        <Notice tone="plain">
          This browser cannot show the picture. The centre of the picture will be used.
        </Notice>
      )}
      {url !== undefined && !cannotShow && (
        <CropArea
          url={url}
          picture={picture}
          square={square}
          onSquare={setSquare}
          onLoadError={() => setCannotShow(true)}
          onLoaded={(size) => {
            setPicture(size);
            setSquare(computeMiddleSquare(size));
          }}
        />
      )}
    </FormDialog>
  );
}

interface CropAreaProps {
  readonly url: string;
  readonly picture: { width: number; height: number } | undefined;
  readonly square: Square | undefined;
  readonly onSquare: (square: Square) => void;
  readonly onLoaded: (size: { width: number; height: number }) => void;
  readonly onLoadError: () => void;
}

function CropArea({ url, picture, square, onSquare, onLoaded, onLoadError }: CropAreaProps) {
  const area = useRef<HTMLButtonElement>(null);
  const scale = () => (picture ? picture.width / (area.current?.clientWidth ?? picture.width) : 1);
  const drag = (event: PointerEvent) => {
    if (event.buttons !== 1 || !picture || !square) return;
    onSquare(moveSquare(square, event.movementX * scale(), event.movementY * scale(), picture));
  };
  const keys = (event: React.KeyboardEvent) => {
    const by = {
      ArrowLeft: [-KEY_STEP, 0],
      ArrowRight: [KEY_STEP, 0],
      ArrowUp: [0, -KEY_STEP],
      ArrowDown: [0, KEY_STEP],
    }[event.key];
    if (!by || !picture || !square) return;
    event.preventDefault();
    onSquare(moveSquare(square, by[0] ?? 0, by[1] ?? 0, picture));
  };
  return (
    <>
      <button
        type="button"
        ref={area}
        className={`wide inset relative clipped ${classes['crop']}`}
        aria-label="Visible part of the picture. Arrow keys move it."
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={keys}
      >
        <img
          className="block wide"
          src={url}
          alt=""
          draggable={false}
          onError={onLoadError}
          onLoad={(event) =>
            onLoaded({ width: event.currentTarget.naturalWidth, height: event.currentTarget.naturalHeight })
          }
        />
        {picture && square && (
          <span
            className={`absolute ${classes['square']}`}
            style={{
              left: `${(square.x / picture.width) * 100}%`,
              top: `${(square.y / picture.height) * 100}%`,
              width: `${(square.size / picture.width) * 100}%`,
              height: `${(square.size / picture.height) * 100}%`,
            }}
          />
        )}
      </button>
      {picture && square && (
        <Slider
          mt="md"
          label={null}
          thumbLabel="Size of the visible part"
          min={10}
          max={100}
          value={Math.round((square.size / Math.min(picture.width, picture.height)) * 100)}
          onChange={(percent) =>
            onSquare(resizeSquare(square, (percent / 100) * Math.min(picture.width, picture.height), picture))
          }
        />
      )}
    </>
  );
}
