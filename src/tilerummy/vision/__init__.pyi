from tilerummy.vision.outlines import outlines_svg as outlines_svg
from tilerummy.vision.photos import PhotoError as PhotoError
from tilerummy.vision.reader import read as read
from tilerummy.vision.reading import Advice as Advice
from tilerummy.vision.reading import FaceCandidate as FaceCandidate
from tilerummy.vision.reading import PhotoReading as PhotoReading
from tilerummy.vision.reading import ReadTile as ReadTile
